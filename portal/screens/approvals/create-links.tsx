import { useState } from 'preact/hooks'
import { formatLocal, plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import { toCsv } from './links-csv.ts'
import { useAsked } from './matching.ts'
import { NewestNotice } from './newest-notice.tsx'
import type { Customer, Matching } from './words.ts'

const CHANGES = { invalidates: ['/partner/approvals'] }

export interface CreateLinksProps {
  customers: readonly Customer[]
  /** All that match are meant, and not only these. */
  filter?: Matching
  onClose: () => void
}

/** Creates links and shows them, this once. */
export function CreateLinks({ customers, filter, onClose }: CreateLinksProps) {
  const some = useChange('POST /partner/approvals/links', CHANGES)
  const all = useChange('POST /partner/approvals/matching/links', CHANGES)
  const [made, setMade] = useState<(typeof some)['data']>()
  const { asked, error } = useAsked(customers, filter)
  const replaced = asked?.withLink ?? 0
  const isPending = some.isPending || all.isPending || (!asked && !error)
  const submit = async (): Promise<void> => {
    const customerIds = customers.map(({ id }) => id)
    setMade(filter ? await all.mutateAsync({ body: filter }) : await some.mutateAsync({ body: { customerIds } }))
  }
  if (made) return <Made {...made} onClose={onClose} />
  return (
    <FormDialog
      title="Create links for approvals"
      action={`Create ${plural(asked?.customers ?? 0, 'link')}`}
      change={{ error: some.error ?? all.error ?? error, isPending }}
      disabledReason={error ? 'It is not known who would get one.' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="prose">
        <p>
          Each link is valid for 7 days and for one approval by an administrator of that customer’s tenant. They are
          shown only once.
        </p>
      </div>
      <NewestNotice asked={asked} />
      {replaced > 0 && (
        <Notice tone="warn">
          {replaced === 1
            ? 'One customer has an active link. The new link replaces it, even if it was already sent.'
            : `${replaced} of them have an active link. The new links replace these, even if they were already sent.`}
        </Notice>
      )}
    </FormDialog>
  )
}

function Made({
  links,
  approved,
  onClose,
}: NonNullable<ReturnType<typeof useChange<'POST /partner/approvals/links'>>['data']> & { onClose: () => void }) {
  const csv = toCsv([
    ['Customer', 'Email', 'Link', 'Ends'],
    ...links.map(({ name, email = '', url, expiresAt }) => [name, email, url, expiresAt]),
  ])
  return (
    <Dialog title="Links for approvals" onClose={onClose} size="wide">
      <div class="stack">
        {approved > 0 && <Notice tone="info">{plural(approved, 'customer')} approved you meanwhile.</Notice>}
        <div class="row actions">
          <Copy value={links.map(({ name, url }) => `${name}\t${url}`).join('\n')} what="links" wordy />
          <a
            class="button"
            download="consent-links.csv"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          >
            Download CSV
          </a>
        </div>
        <ul class="consent-links" aria-label="Links">
          {links.map(({ customerId, name, url, expiresAt }) => (
            <li key={customerId}>
              <p>
                <strong>{name}</strong> <span class="soft small">until {formatLocal(expiresAt)}</span>
              </p>
              <p class="row">
                <code class="small">{url}</code>
                <Copy value={url} what={`link of ${name}`} />
              </p>
            </li>
          ))}
        </ul>
        <div class="row actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
