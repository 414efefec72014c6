import type { Reads } from '../../endpoints.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { Authenticator } from './authenticator.tsx'
import { CompanySignIn } from './company.tsx'
import { Microsoft } from './microsoft.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'

/** How somebody signs in, where they are signed in, and who tried to. */
export default function Security() {
  const factors = useRead('/me/factors')
  return (
    <Screen title="My security" intro="How you sign in, where you are signed in, and who tried to sign in as you.">
      <div class="stack">
        <Loaded read={factors} lines={10}>
          {(own) => (
            <>
              <State factors={own} />
              <div class="cards">
                <Passkeys passkeys={own.passkeys} />
                <Authenticator factors={own} />
                <RecoveryCodes factors={own} />
                <Password />
                {(own.microsoft.isOffered || own.microsoft.accounts.length > 0) && (
                  <Microsoft accounts={own.microsoft.accounts} isOffered={own.microsoft.isOffered} />
                )}
                {(own.company.isOffered || own.company.link) && <CompanySignIn company={own.company} />}
              </div>
            </>
          )}
        </Loaded>
        <Sessions />
        <SignIns />
      </div>
    </Screen>
  )
}

/** The one thing to do next, if there is one. */
function State({ factors }: { factors: Reads['/me/factors'] }) {
  const { passkeys, authenticator, recoveryCodes, isRequired } = factors
  if (passkeys.length === 0 && !authenticator) {
    return (
      <Notice tone="warn" title="Your password alone protects this account">
        {isRequired
          ? 'You need a second factor here: add a passkey or an authenticator app.'
          : 'Add a passkey or an authenticator app. Then a stolen password is not enough to sign in as you.'}
      </Notice>
    )
  }
  if (recoveryCodes.left === 0) {
    return (
      <Notice tone="warn" title="You have no recovery codes">
        Without one, a lost phone or device locks you out until somebody of your team resets your second factor.
      </Notice>
    )
  }
  return null
}
