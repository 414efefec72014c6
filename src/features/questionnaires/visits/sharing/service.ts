import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { type Change, recordChanges } from '../../../audit/service.ts'
import { ownerOf } from '../../../events/service.ts'
import { sectionsOf } from '../../answers/rules.ts'
import { MAX_COLLEAGUES } from '../../invitations/rules.ts'
import { EVERYTHING } from '../rules.ts'
import { aboutOf, authorOf, type Origin, type Visit, type VisitPart } from '../service.ts'
import { countColleagues, insertColleague } from '../store.ts'

export type Sharing = 'asked' | 'known' | 'full' | 'refused'

/**
 * Asks a colleague for help with a section or all of a questionnaire, or with every questionnaire. Only people whom the
 * partner invited may do so, and only `MAX_COLLEAGUES` times in total for each.
 */
export async function shareVisit(
  app: App,
  { parts }: Visit,
  part: VisitPart,
  colleague: { email: string; section: string },
  origin: Origin,
): Promise<Sharing> {
  const chosen = colleague.section === EVERYTHING ? parts.filter(({ closedAt }) => closedAt === null) : [part]
  const shared = chosen.filter(({ invitedBy }) => invitedBy === null)
  if (shared.length === 0) return 'refused'
  const at = app.now()
  return await app.db.transaction().execute(async (tx): Promise<Sharing> => {
    const changes: Change[] = []
    let refusal: Sharing = 'known'
    for (const one of shared) {
      const added = await addColleague(tx, one, colleague)
      if (typeof added === 'string') refusal = added
      else changes.push(changes.length === 0 ? added : withoutNotice(added))
    }
    await recordChanges(tx, authorOf(part, origin), at, changes)
    return changes.length > 0 ? 'asked' : refusal
  })
}

/** One email lists everything that the colleague is asked. */
const withoutNotice = ({ notice: _, ...change }: Change): Change => change

/** Adds a colleague to one questionnaire; returns the change to record, or why not. */
async function addColleague(
  tx: Connection,
  part: VisitPart,
  colleague: { email: string; section: string },
): Promise<Change | 'known' | 'full'> {
  const section = sectionsOf(part.framework).find(({ id }) => id === colleague.section)?.id ?? null
  if ((await countColleagues(tx, part.id)) >= MAX_COLLEAGUES) return 'full'
  const row = { invitation_id: part.id, email: colleague.email, invited_by: part.email, section }
  const recipientId = await insertColleague(tx, row)
  if (recipientId === undefined) return 'known'
  const after = { customerId: part.customerId, recipientId, email: colleague.email, section }
  const notice = { kind: 'questionnaire-invited' as const, ...aboutOf(part), recipientId }
  return { action: 'questionnaire.shared', subject: part.id, owner: ownerOf(part), after, notice }
}
