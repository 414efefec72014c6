import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { FactorRule } from './factor-rule.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { People } from './people.tsx'

/** Who works for the account, in which role, and who is invited. */
export default function Team() {
  const team = useRead('/team')
  const { account } = useSession()
  const refusal = useRoleReason('admin')
  const [isInviting, setInviting] = useState(false)
  return (
    <Screen
      title="Team"
      intro={`Who can sign in for ${account.name}, and what they can do.`}
      actions={
        <Button look="primary" disabledReason={refusal} onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      <div class="stack">
        {refusal !== undefined && (
          <Notice tone="info">
            You can see who belongs to the account. Owners and administrators invite people and change roles.
          </Notice>
        )}
        <Loaded read={team} lines={6}>
          {(loaded) => (
            <>
              <People people={loaded.people} secondFactorFor={loaded.secondFactorFor} />
              {loaded.invitations && (
                <Invitations invitations={loaded.invitations} onInvite={() => setInviting(true)} />
              )}
              <FactorRule team={loaded} />
            </>
          )}
        </Loaded>
      </div>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Screen>
  )
}
