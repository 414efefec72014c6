import { useState } from 'preact/hooks'
import { ApiError, fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Badge, messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Domain } from './words.ts'

const CHANGED = { invalidates: ['/sign-on'] }

/** The e-mail domains that the account has proven to control, or is proving. */
export function Domains({ domains }: { domains: readonly Domain[] }) {
  const refusal = useRoleReason('owner')
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Domain>()
  const check = useChange('POST /sign-on/domains/:domain/check', CHANGED)
  const verify = async ({ domain }: Domain): Promise<void> => {
    try {
      await check.mutateAsync({ params: { domain } })
      notify(`${domain} is verified.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
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
      header: 'Actions',
      align: 'end',
      narrow: true,
      cell: (row) => (
        <span class="row side-by-side">
          {!row.verifiedAt && (
            <Button
              size="small"
              label={`Verify ${row.domain}`}
              disabledReason={refusal}
              busy={check.isPending}
              onClick={() => void verify(row)}
            >
              Verify
            </Button>
          )}
          <Button size="small" label={`Remove ${row.domain}`} disabledReason={refusal} onClick={() => setRemoved(row)}>
            Remove
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Card
      title="E-mail domains"
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
        <Table caption="E-mail domains" columns={columns} rows={domains} rowKey={({ domain }) => domain} />
      )}
      {isAdding && <Add onClose={() => setAdding(false)} />}
      {removed && <Remove domain={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const [domain, setDomain] = useState('')
  const add = useChange('POST /sign-on/domains', CHANGED)
  const submit = async (): Promise<void> => {
    try {
      await add.mutateAsync({ body: { domain: domain.trim() } })
      onClose()
      notify('Domain added. Create the TXT record, then verify it.')
    } catch {
      // The form shows it.
    }
  }
  const { error } = add
  const isKnown = error instanceof ApiError && error.code === 'DUPLICATE_ITEM'
  const wrong = isKnown ? error.message : fieldError(error, 'domain')
  return (
    <Dialog title="Add a domain" onClose={onClose}>
      <Form
        error={wrong === undefined ? error : undefined}
        onSubmit={() => {
          if (!add.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={add.isPending}>
              Add the domain
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <p>You verify that it is yours with a TXT record, which is shown next.</p>
        <Field
          label="Domain"
          value={domain}
          onChange={setDomain}
          error={wrong}
          help="The part after the @ in your e-mail addresses, for example example.com."
          autocomplete="off"
          maxLength={255}
          required
          autoFocus
        />
      </Form>
    </Dialog>
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
