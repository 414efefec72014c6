import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Id } from '../../parts/copy.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Badge, messageOf, Notice } from '../../parts/notice.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { factorText, NOT_SET_UP, type SignOn, UNTESTED, UNVERIFIED } from './words.ts'

const CHANGED = { invalidates: ['/sign-on', '/me/factors'] }

/** The provider, how it is registered, and its test. */
export function Provider({ signOn }: { signOn: SignOn }) {
  const { provider, redirectUri, signInUrl } = signOn
  const refusal = useRoleReason('owner')
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title="Provider"
      actions={
        <>
          <Button size="small" disabledReason={refusal} onClick={() => setOpen('edit')}>
            {provider ? 'Change' : 'Set up'}
          </Button>
          {provider && (
            <Button size="small" disabledReason={refusal} onClick={() => setOpen('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      <div class="stack">
        {!provider && <p class="soft">{NOT_SET_UP}</p>}
        <Facts
          facts={[
            ['Redirect address to register', <Id key="redirect" value={redirectUri} what="redirect address" />],
            ...(provider
              ? ([
                  ['Issuer', provider.issuer],
                  ['Client id', provider.clientId],
                  ['Changed', <Time key="changed" at={provider.changedAt} />],
                  ['Sign-in link for your people', <Id key="link" value={signInUrl} what="sign-in link" />],
                ] as const)
              : []),
          ]}
        />
        {provider && <Test provider={provider} />}
      </div>
      {open === 'edit' && <Edit signOn={signOn} onClose={close} />}
      {open === 'remove' && <Remove isRequired={signOn.isRequired} onClose={close} />}
    </Card>
  )
}

function Test({ provider }: { provider: NonNullable<SignOn['provider']> }) {
  const refusal = useRoleReason('owner')
  const link = useChange('POST /me/factors/company')
  const { testedAt, test } = provider
  const start = async (): Promise<void> => {
    try {
      const { url } = await link.mutateAsync({})
      location.assign(url)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  const button = (
    <Button
      look={testedAt ? 'plain' : 'primary'}
      busy={link.isPending}
      disabledReason={refusal}
      onClick={() => void start()}
    >
      {testedAt ? 'Test again' : 'Test the sign-in'}
    </Button>
  )
  if (!testedAt || !test) {
    return (
      <Notice tone="warn" title="Not tested since it was changed" actions={button}>
        {UNTESTED}
      </Notice>
    )
  }
  return (
    <>
      <Notice tone={test.isEmailVerified ? 'good' : 'warn'} title="The sign-in works" actions={button}>
        Tested <Time at={testedAt} />. {!test.isEmailVerified && UNVERIFIED}
      </Notice>
      <Facts
        facts={[
          ['Identifier (sub)', <code key="sub">{test.subject}</code>],
          [
            'Email address',
            <span class="row" key="email">
              {test.email ?? 'None'}
              {test.email !== undefined && (
                <Badge tone={test.isEmailVerified ? 'good' : 'warn'}>
                  {test.isEmailVerified ? 'Verified' : 'Not verified'}
                </Badge>
              )}
            </span>,
          ],
          ['Second factor claims', factorText(test)],
        ]}
      />
    </>
  )
}

function Edit({ signOn, onClose }: { signOn: SignOn; onClose: () => void }) {
  const { provider, redirectUri } = signOn
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const change = useChange('PUT /sign-on/provider', CHANGED)
  const submit = async (): Promise<void> => {
    const secret = clientSecret.trim()
    await change.mutateAsync({
      body: { issuer: issuer.trim(), clientId: clientId.trim(), ...(secret !== '' && { clientSecret: secret }) },
    })
    onClose()
    notify('Provider saved. Test the sign-in next.')
  }
  return (
    <FormDialog
      title={provider ? 'Change the provider' : 'Set up the provider'}
      action="Save the provider"
      change={change}
      fields={['issuer', 'clientId', 'clientSecret']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Register this redirect address: <Id value={redirectUri} what="redirect address" />
      </p>
      {provider && (
        <p>
          A change has to be tested again. Until then nobody signs in through the provider, and it is not required of
          anybody. With another issuer or client id, everybody is unlinked.
        </p>
      )}
      <Field
        label="Issuer"
        type="url"
        value={issuer}
        onChange={setIssuer}
        error={fieldError(change.error, 'issuer')}
        help="The address of the provider, for example https://login.microsoftonline.com/<tenant id>/v2.0."
        autocomplete="off"
        maxLength={500}
        required
        autoFocus
      />
      <Field
        label="Client id"
        value={clientId}
        onChange={setClientId}
        error={fieldError(change.error, 'clientId')}
        autocomplete="off"
        maxLength={255}
        required
      />
      <Field
        label="Client secret"
        type="password"
        value={clientSecret}
        onChange={setClientSecret}
        error={fieldError(change.error, 'clientSecret')}
        help={
          provider
            ? 'Leave it empty to keep the stored secret, if the issuer stays the same.'
            : 'It is stored encrypted and never shown.'
        }
        autocomplete="off"
        maxLength={1000}
        required={!provider}
      />
    </FormDialog>
  )
}

function Remove({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const remove = useChange('DELETE /sign-on/provider', CHANGED)
  return (
    <Confirm
      title="Remove the provider?"
      action="Remove provider"
      onConfirm={async () => {
        await remove.mutateAsync({})
        notify('Provider removed.')
      }}
      onClose={onClose}
    >
      <p>Sessions that began through it end at once. Domains and links are removed too.</p>
      <p>
        People sign in with their password or passkey again.
        {isRequired && ' People without a password set one with “Forgot your password?” on the sign-in page.'}
      </p>
    </Confirm>
  )
}
