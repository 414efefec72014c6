import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { CLAIMS, type SignOn } from './words.ts'

/** Who has to sign in through the provider, and whether its second factor counts. */
export function Rules({ signOn }: { signOn: SignOn }) {
  const { isRequired, exemptPersonId, factor, owners } = signOn
  const refusal = useRoleReason('owner')
  const [isOpen, setOpen] = useState(false)
  const exempt = owners.find(({ id }) => id === exemptPersonId)
  return (
    <Card
      title="Rules"
      actions={
        <Button size="small" disabledReason={refusal} onClick={() => setOpen(true)}>
          Change the rules
        </Button>
      }
    >
      <Facts
        facts={[
          [
            'Who uses the provider',
            isRequired
              ? `Everybody except ${exempt?.name ?? 'one owner'}`
              : 'Optional; passwords and passkeys work too',
          ],
          [
            'Second factor of the provider',
            factor
              ? `Counts where ${factor.claim} ${factor.claim === 'amr' ? 'contains' : 'is'} “${factor.value}”`
              : 'Does not count: people also need one here',
          ],
        ]}
      />
      {isOpen && <Edit signOn={signOn} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Claim = keyof typeof CLAIMS

function Edit({ signOn, onClose }: { signOn: SignOn; onClose: () => void }) {
  const { owners, provider } = signOn
  const [isRequired, setRequired] = useState(signOn.isRequired)
  const [exempt, setExempt] = useState(signOn.exemptPersonId ?? owners[0]?.id ?? '')
  const [claim, setClaim] = useState<Claim>(signOn.factor?.claim ?? 'none')
  const [value, setValue] = useState(signOn.factor?.value ?? '')
  const change = useChange('PUT /sign-on/rules', { invalidates: ['/sign-on', '/me/factors'] })
  const submit = async (): Promise<void> => {
    await change.mutateAsync({
      body: {
        isRequired,
        ...(isRequired && exempt !== '' && { exemptPersonId: exempt }),
        ...(claim !== 'none' && { factor: { claim, value: value.trim() } }),
      },
    })
    onClose()
    notify('Rules saved.')
  }
  return (
    <FormDialog
      title="Sign-on rules"
      action="Save the rules"
      change={change}
      fields={['exemptPersonId']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Checkbox
        label="People sign in through the provider only"
        checked={isRequired}
        onChange={setRequired}
        disabled={!provider?.testedAt}
        help={
          provider?.testedAt
            ? 'Passwords, passkeys and Microsoft accounts then work for one owner only. Other sessions that began with them end at once.'
            : 'Test the sign-in first.'
        }
      />
      {isRequired && (
        <Select
          label="Owner who can always sign in"
          value={exempt}
          onChange={setExempt}
          error={fieldError(change.error, 'exemptPersonId')}
          help="With password or passkey, also while the provider does not work. Keep both in a safe place."
          options={owners.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
        />
      )}
      <Select
        label="Second factor of the provider"
        value={claim}
        onChange={setClaim}
        help="Where it counts, we do not ask for ours at sign-in. Owners and administrators still need one of ours to confirm changes."
        options={[
          { value: 'none', label: CLAIMS.none },
          { value: 'amr', label: CLAIMS.amr },
          { value: 'acr', label: CLAIMS.acr },
        ]}
      />
      {claim !== 'none' && (
        <Field
          label="Value"
          value={value}
          onChange={setValue}
          help={claim === 'amr' ? 'For example mfa, which Okta sends.' : 'See your provider’s documentation.'}
          autocomplete="off"
          maxLength={200}
          required
        />
      )}
    </FormDialog>
  )
}
