import { useEffect, useState } from 'preact/hooks'
import { formatLength, formatLocal, formatNumber, plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { Skeleton } from '../../parts/loaded.tsx'
import { Failure } from '../../parts/notice.tsx'
import { Facts } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { kindName, receiverOf, type Webhook } from '../webhooks/words.ts'
import { reasonWords, stateName } from './words.ts'

const PACES = [
  { value: '5', label: '5 a second: gentle' },
  { value: '20', label: '20 a second' },
  { value: '100', label: '100 a second: fast' },
] as const

export interface ReplayDialogProps {
  /** Selects what is sent again, as the service takes it. */
  filter: Record<string, string>
  webhooks: readonly Webhook[]
  onClose: () => void
}

/** Shows how many deliveries would be sent again, and sends them at a pace. */
export function ReplayDialog({ filter, webhooks, onClose }: ReplayDialogProps) {
  const [pace, setPace] = useState<(typeof PACES)[number]['value']>('20')
  const preview = useChange('POST /{account}/replays/preview')
  const start = useChange('POST /{account}/replays', {
    invalidates: ['/{account}/replays', '/{account}/deliveries', '/{account}/webhooks'],
  })
  const body = { ...filter, perSecond: Number(pace) }
  useEffect(() => preview.mutate({ body }), [pace])
  const count = preview.data?.deliveries
  const submit = async (): Promise<void> => {
    const { deliveries } = await start.mutateAsync({ body })
    notify(`${plural(deliveries, 'delivery', 'deliveries')} will be sent again.`)
    onClose()
  }
  return (
    <FormDialog
      title="Send again"
      action={count ? `Send ${formatNumber(count)} again` : 'Send again'}
      change={start}
      disabledReason={reasonFor(count)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Selected filter={filter} webhooks={webhooks} />
      {preview.error ? <Failure error={preview.error} /> : null}
      {preview.data ? <Preview {...preview.data} /> : !preview.error && <Skeleton lines={2} />}
      <Select
        label="Pace"
        help="New events are still sent in the meantime; a slower pace leaves your receiver more capacity."
        value={pace}
        onChange={setPace}
        options={PACES}
      />
      <TestFirst filter={filter} webhooks={webhooks} />
    </FormDialog>
  )
}

function reasonFor(count: number | undefined): string | undefined {
  if (count === undefined) return 'It is not known yet how many match.'
  return count === 0 ? 'Everything that matches has already been sent.' : undefined
}

function Preview({ deliveries, seconds }: { deliveries: number; seconds: number }) {
  if (deliveries === 0) {
    return (
      <p>
        There is nothing to send: deliveries that match are still being retried, or have been delivered in the meantime.
      </p>
    )
  }
  return (
    <p aria-live="polite">
      <strong class="big number">{formatNumber(deliveries)}</strong> {deliveries === 1 ? 'delivery' : 'deliveries'}, in
      about {formatLength(seconds)}. Each event is sent once to each receiver, with its own id, so that a receiver
      recognizes it.
    </p>
  )
}

function Selected({ filter, webhooks }: Pick<ReplayDialogProps, 'filter' | 'webhooks'>) {
  const { endpoint, state, type, reason, since, until } = filter
  const facts: [name: string, value: string][] = []
  if (endpoint !== undefined) facts.push(['Receiver', receiverOf(webhooks, endpoint)])
  if (state !== undefined) facts.push(['State', stateName(state)])
  if (reason !== undefined) facts.push(['Cause', reasonWords(reason)])
  if (type !== undefined) facts.push(['Event', kindName(type)])
  if (since !== undefined) facts.push(['From', formatLocal(since)])
  if (until !== undefined) facts.push(['To', formatLocal(until)])
  return facts.length === 0 ? <p>Everything in the log is selected.</p> : <Facts facts={facts} />
}

/** One test shows whether the cause is gone, before hundreds fail again. */
function TestFirst({ filter, webhooks }: Pick<ReplayDialogProps, 'filter' | 'webhooks'>) {
  const [only] = webhooks
  const id = filter.endpoint ?? (webhooks.length === 1 ? only?.id : undefined)
  return (
    <p class="small soft">
      Is the cause gone?{' '}
      {id === undefined ? (
        <Link to="/webhooks">Send a test first</Link>
      ) : (
        <Link to="/webhooks/:id" params={{ id }}>
          Send a test first
        </Link>
      )}
      .
    </p>
  )
}
