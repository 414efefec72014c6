import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { Button } from '../../parts/button.tsx'
import { Call } from '../../parts/call.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Card, Facts, Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { useAuthors } from './authors.ts'
import { CreateKey } from './create-key.tsx'
import { nameOf, ReplaceKey, RevokeKey } from './replace-key.tsx'

type Key = Reads['/{account}/keys']['keys'][number]

const SLOTS = [1, 2] as const
const ONLY_KEY = 'This is the only key: without it, no program can call the API. Replace it instead.'
const NO_SLOT = 'Both slots are in use. Revoke a key first.'

/** The two keys of the account, and the way from one to the next. */
export default function Keys() {
  const keys = useRead('/{account}/keys')
  const roleReason = useRoleReason('admin')
  const [isCreating, setCreating] = useState(false)
  const count = keys.data?.keys.length
  return (
    <Screen
      title="API keys"
      intro="Programs use a key to call the API. There are two slots, so you can replace a key without downtime."
      call={{ title: 'List keys', path: '/keys' }}
      actions={
        count === 1 || count === 2 ? (
          <Button disabledReason={roleReason ?? (count === 2 ? NO_SLOT : undefined)} onClick={() => setCreating(true)}>
            Create key
          </Button>
        ) : undefined
      }
    >
      {roleReason !== undefined && (
        <div class="who">
          <Notice tone="info">Only owners and administrators can create and revoke keys.</Notice>
        </div>
      )}
      <Loaded read={keys} lines={6}>
        {({ keys }) =>
          keys.length === 0 ? (
            <NoKeys roleReason={roleReason} onCreate={() => setCreating(true)} />
          ) : (
            <Slots keys={keys} roleReason={roleReason} onCreate={() => setCreating(true)} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function NoKeys({ roleReason, onCreate }: { roleReason: string | undefined; onCreate: () => void }) {
  return (
    <EmptyState
      title="No key yet"
      action={
        <Button look="primary" disabledReason={roleReason} onClick={onCreate}>
          Create the first key
        </Button>
      }
      call={{ path: '/me' }}
    >
      Create a key, store it in the variable <code>PLUMBLINE_KEY</code>, and make the first call with it:
    </EmptyState>
  )
}

interface SlotsProps {
  keys: readonly Key[]
  roleReason: string | undefined
  onCreate: () => void
}

function Slots({ keys, roleReason, onCreate }: SlotsProps) {
  const { values, set } = useSearch()
  const authorOf = useAuthors()
  const [revoking, setRevoking] = useState<Key>()
  const replaced = keys.find(({ slot }) => String(slot) === values.replace)
  return (
    <div class="cards">
      {replaced && (
        <ReplaceKey
          old={replaced}
          fresh={keys.find(({ slot }) => slot !== replaced.slot)}
          onCreate={onCreate}
          onClose={() => set({ replace: undefined })}
        />
      )}
      {SLOTS.map((slot) => {
        const key = keys.find((candidate) => candidate.slot === slot)
        return key ? (
          <KeyCard
            key={slot}
            shown={key}
            author={authorOf(key)}
            roleReason={roleReason}
            isOnly={keys.length === 1}
            isReplaced={key === replaced}
            onReplace={() => set({ replace: slot }, { push: true })}
            onRevoke={() => setRevoking(key)}
          />
        ) : (
          <section key={slot} class="card free-slot">
            <h2>Slot {slot} is free</h2>
            <p class="soft">It stays free until a key is replaced.</p>
          </section>
        )
      })}
      {revoking && (
        <RevokeKey
          keyToRevoke={revoking}
          onRevoked={() => set({ replace: undefined })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </div>
  )
}

interface KeyCardProps {
  shown: Key
  author: string | undefined
  roleReason: string | undefined
  isOnly: boolean
  isReplaced: boolean
  onReplace: () => void
  onRevoke: () => void
}

function KeyCard({ shown, author, roleReason, isOnly, isReplaced, onReplace, onRevoke }: KeyCardProps) {
  const { slot, lastUsedAt, lastUsedAddress, createdAt, expiresAt } = shown
  const name = nameOf(shown)
  return (
    <Card
      title={`Slot ${slot}`}
      actions={<Call title={`Revoke the key in slot ${slot}`} method="DELETE" path={`/keys/${slot}`} />}
    >
      <p class="key-name">
        <code>{name}</code>
      </p>
      <p class="key-use">
        {lastUsedAt === undefined ? (
          'Never used'
        ) : (
          <>
            Used <Time at={lastUsedAt} />
          </>
        )}
      </p>
      <Facts
        facts={[
          ...(lastUsedAddress === undefined ? [] : [['Used from', lastUsedAddress] as const]),
          ['Created', <Time key="created" at={createdAt} show="full" />],
          ...(author === undefined ? [] : [['By', author] as const]),
          ...(expiresAt === undefined ? [] : [['Expires', <Time key="expires" at={expiresAt} show="full" />] as const]),
        ]}
      />
      <div class="row key-actions">
        <Button
          {...(!isReplaced && isOnly && { look: 'primary' as const })}
          label={`Replace ${name}`}
          disabledReason={roleReason ?? (isReplaced ? 'It is being replaced: follow the steps above.' : undefined)}
          onClick={onReplace}
        >
          Replace
        </Button>
        <Button
          look="danger"
          label={`Revoke ${name}`}
          disabledReason={roleReason ?? (isOnly ? ONLY_KEY : undefined)}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </div>
    </Card>
  )
}
