import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { Domains } from './domains.tsx'
import { People } from './people.tsx'
import { Provider } from './provider.tsx'
import { Provisioning } from './provisioning.tsx'
import { Rules } from './rules.tsx'
import { INTRO } from './words.ts'

/** How the people of the account sign in through its own provider. People without the role read who may see it. */
export default function SignOnScreen() {
  const refusal = useRoleReason('admin')
  if (refusal === undefined) return <SignOn />
  return (
    <Screen title="Sign-on" intro={INTRO}>
      <Notice tone="info" title="Only owners and administrators can see how people sign in.">
        Only owners can change it, because it controls access.
      </Notice>
    </Screen>
  )
}

function SignOn() {
  const signOn = useRead('/sign-on')
  const refusal = useRoleReason('owner')
  return (
    <Screen title="Sign-on" intro={INTRO}>
      <div class="stack">
        {refusal !== undefined && (
          <Notice tone="info">
            You can see how people sign in. Only owners can change it, because it controls access.
          </Notice>
        )}
        <Loaded read={signOn} lines={8}>
          {(loaded) => (
            <>
              <Provider signOn={loaded} />
              {loaded.provider && (
                <>
                  <Domains domains={loaded.domains} />
                  <Rules signOn={loaded} />
                  <People people={loaded.people} />
                </>
              )}
            </>
          )}
        </Loaded>
        <Provisioning />
      </div>
    </Screen>
  )
}
