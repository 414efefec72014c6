import type { Reads } from '../../endpoints.ts'
import { useRead } from '../../queries.ts'
import { useSession } from '../../session.ts'

type Entry = Reads['/{account}/audit']['entries'][number]
type Key = Reads['/{account}/keys']['keys'][number]

const WORDS: Partial<Record<Entry['author']['kind'], string>> = {
  partner: 'a program, through the API',
  distributor: 'a program, through the API',
  operator: 'the operator of the service',
  system: 'the service',
}

/** Who created a key, by the audit trail: undefined while that is read, and for keys older than the trail. */
export function useAuthors(): (key: Key) => string | undefined {
  const { person } = useSession()
  const audit = useRead('/{account}/audit', { query: { action: 'key.created' } })
  const team = useRead('/team')
  return (key) => {
    const entry = audit.data?.entries.find(
      ({ after }) => after?.slot === key.slot && after.prefix === key.prefix && after.last4 === key.last4,
    )
    if (!entry) return undefined
    const { author, address } = entry
    const colleague = team.data?.people.find(({ id }) => id === author.id)?.name ?? 'a former colleague'
    const who = author.id === person.id ? 'you' : (WORDS[author.kind] ?? colleague)
    return address === undefined ? who : `${who}, from ${address}`
  }
}
