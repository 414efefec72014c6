import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Steps } from '../../parts/steps.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { FirstUse } from './first-use.tsx'
import { getRotation, type Rotation } from './rotation.ts'

type Key = Reads['/{account}/keys']['keys'][number]

export interface ReplaceKeyProps {
  old: Key
  /** The key in the other slot. */
  fresh: Key | undefined
  onCreate: () => void
  onClose: () => void
}

/** Leads through the replacement of a key without downtime: create, use, see it used, and only then revoke the old one. */
export function ReplaceKey({ old, fresh, onCreate, onClose }: ReplaceKeyProps) {
  const [isRevoking, setRevoking] = useState(false)
  const roleReason = useRoleReason('admin')
  const rotation = getRotation(old, fresh, new Date())
  const { step, warning } = rotation
  return (
    <Card
      wide
      title={`Replace ${nameOf(old)}`}
      actions={
        <Button look="plain" size="small" onClick={onClose}>
          Leave for later
        </Button>
      }
    >
      <Steps
        steps={[
          {
            title: 'Create the new key',
            state: step === 'create' ? 'current' : 'done',
            content: fresh ? (
              <p class="soft">
                {nameOf(fresh)}, created <Time at={fresh.createdAt} />.
              </p>
            ) : (
              <div class="row">
                <Button look="primary" disabledReason={roleReason} onClick={onCreate}>
                  Create the new key
                </Button>
              </div>
            ),
          },
          {
            title: 'Use it in your programs',
            state: step === 'use' ? 'current' : step === 'create' ? 'later' : 'done',
            content: fresh && <FirstUse slot={fresh.slot} />,
          },
          {
            title: 'Revoke the old key',
            state: step === 'revoke' ? 'current' : 'later',
            content: fresh && (
              <>
                <OldKey old={old} rotation={rotation} />
                <div class="row">
                  <Button
                    look={step === 'revoke' && warning === undefined ? 'primary' : 'danger'}
                    disabledReason={roleReason}
                    onClick={() => setRevoking(true)}
                  >
                    {step === 'revoke' ? 'Revoke the old key' : 'Revoke it anyway'}
                  </Button>
                </div>
              </>
            ),
          },
        ]}
      />
      {isRevoking && (
        <RevokeKey
          keyToRevoke={old}
          {...(warning && { warning })}
          onRevoked={onClose}
          onClose={() => setRevoking(false)}
        />
      )}
    </Card>
  )
}

function OldKey({ old, rotation }: { old: Key; rotation: Rotation }) {
  if (rotation.warning === 'old-in-use') {
    return (
      <Notice tone="warn" title="Something still uses the old key">
        Its last call was <Time at={old.lastUsedAt} />
        {old.lastUsedAddress !== undefined && (
          <>
            , from <code>{old.lastUsedAddress}</code>
          </>
        )}
        . Find the program that still has it before you revoke it.
      </Notice>
    )
  }
  return (
    <p class="soft">
      {old.lastUsedAt === undefined ? (
        <>The old key was never used.</>
      ) : (
        <>
          The old key was last used <Time at={old.lastUsedAt} />.
        </>
      )}
      {rotation.step === 'revoke' && ' Nothing has used it since: it is safe to revoke.'}
    </p>
  )
}

const WARNINGS = {
  unused: 'The new key has not been used yet. Programs that use the old one will stop working at once.',
  'old-in-use': 'The old key was used in the last two minutes. The program that uses it will stop working at once.',
} as const satisfies Record<NonNullable<Rotation['warning']>, string>

export interface RevokeKeyProps {
  keyToRevoke: Key
  warning?: NonNullable<Rotation['warning']>
  onRevoked?: () => void
  onClose: () => void
}

/** Asks before a key is revoked, and says what would break. */
export function RevokeKey({ keyToRevoke, warning, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = useChange('DELETE /{account}/keys/:slot', { invalidates: ['/{account}/keys', '/{account}/audit'] })
  const { slot, lastUsedAt } = keyToRevoke
  return (
    <Confirm
      title={`Revoke ${nameOf(keyToRevoke)}?`}
      action="Revoke key"
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { slot: String(slot) } })
        notify(`The key in slot ${slot} is revoked.`)
        onRevoked?.()
      }}
      onClose={onClose}
    >
      {warning && <Notice tone="warn">{WARNINGS[warning]}</Notice>}
      <p>
        {lastUsedAt === undefined ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time at={lastUsedAt} />.
          </>
        )}{' '}
        Calls with it fail from this moment on. This cannot be undone.
      </p>
    </Confirm>
  )
}

/** The key as people recognise it: its first and last characters. */
export const nameOf = ({ prefix, last4 }: Key): string => `${prefix}…${last4}`
