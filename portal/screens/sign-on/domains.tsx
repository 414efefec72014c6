import { useMemo, useState } from 'preact/hooks'
import { asFieldError, fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Id } from '../../parts/copy.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Badge, messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Domain } from './words.ts'

const CHANGED = { invalidates: ['/sign-on'] }

/** The email domains that the account has proven to control, or is proving. */
export function Domains({ domains }: { domains: readonly Domain[] }) {
  const refusal = useRoleReason('owner')
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Domain>()
  const columns: readonly Column<Domain>[] = [
    {
      id: 'domain',
      header: 'Domain',
      isName: true,
      cell: ({ domain, verifiedAt }) => (
        <span class="row">
          {domain}
          <Badge tone={verifiedAt ? 'good' : 'warn'}>{verifiedAt ? 'Verified' : 'Not verified'}</Badge>
        </span>
      ),
    },
    {
      id: 'record',
      header: 'TXT record',
      cell: ({ recordName, recordValue }) => (
        <>
          <Id value={recordName} what="name of the TXT record" />
          <br />
          <Id value={recordValue} what="value of the TXT record" />
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (row) => <Actions domain={row} onRemove={() => setRemoved(row)} />,
    },
  ]
  return (
    <Card
      title="Email domains"
      actions={
        <Button size="small" disabledReason={refusal} onClick={() => setAdding(true)}>
          Add a domain
        </Button>
      }
    >
      <p class="sign-on-intro">
        The sign-in page sends people with an address in a verified domain to your provider, and recognizes them by that
        address the first time. Others link their own account, or use the sign-in link.
      </p>
      {domains.length > 0 && (
        <Table caption="Email domains" columns={columns} rows={domains} rowKey={({ domain }) => domain} />
      )}
      {isAdding && <Add onClose={() => setAdding(false)} />}
      {removed && <Remove domain={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

function Actions({ domain: { domain, verifiedAt }, onRemove }: { domain: Domain; onRemove: () => void }) {
  const refusal = useRoleReason('owner')
  const check = useChange('POST /sign-on/domains/:domain/check', CHANGED)
  const verify = async (): Promise<void> => {
    try {
      await check.mutateAsync({ params: { domain } })
      notify(`${domain} is verified.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <span class="row side-by-side">
      {!verifiedAt && (
        <Button
          size="small"
          label={`Verify ${domain}`}
          disabledReason={refusal}
          busy={check.isPending}
          onClick={() => void verify()}
        >
          Verify
        </Button>
      )}
      <Button size="small" label={`Remove ${domain}`} disabledReason={refusal} onClick={onRemove}>
        Remove
      </Button>
    </span>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const [domain, setDomain] = useState('')
  const add = useChange('POST /sign-on/domains', CHANGED)
  const submit = async (): Promise<void> => {
    await add.mutateAsync({ body: { domain: domain.trim() } })
    onClose()
    notify('Domain added. Create the TXT record, then verify it.')
  }
  const error = useMemo(() => asFieldError(add.error, 'DUPLICATE_ITEM', 'domain'), [add.error])
  return (
    <FormDialog
      title="Add a domain"
      action="Add the domain"
      change={{ isPending: add.isPending, error }}
      fields={['domain']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>You verify that it is yours with a TXT record, which is shown next.</p>
      <Field
        label="Domain"
        value={domain}
        onChange={setDomain}
        error={fieldError(error, 'domain')}
        help="The part after the @ in your email addresses, for example example.com."
        autocomplete="off"
        maxLength={255}
        required
        autoFocus
      />
    </FormDialog>
  )
}

function Remove({ domain: { domain }, onClose }: { domain: Domain; onClose: () => void }) {
  const remove = useChange('DELETE /sign-on/domains/:domain', CHANGED)
  return (
    <Confirm
      title={`Remove ${domain}?`}
      action="Remove domain"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { domain } })
        notify(`${domain} is removed.`)
      }}
      onClose={onClose}
    >
      <p>
        People with an address in this domain are no longer sent to your provider or recognized. People who are linked
        stay linked.
      </p>
    </Confirm>
  )
}
