import { useEffect, useState } from 'preact/hooks'
import { formatAmount, formatDate, formatNumber, plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Meter } from '../../parts/chart.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge, Notice } from '../../parts/notice.tsx'
import { Card, Screen } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ChangePlan } from './change-plan.tsx'
import { Invoices } from './invoices.tsx'
import { Payment } from './payment.tsx'
import { changeWords, invoiceWords, nextWords, type Plan, periodWords, planName, refusalOf, stateOf } from './words.ts'

const TITLE = 'Plan and invoices'

/** What the partner pays for, what happens next, and how it pays. */
export default function PlanScreen() {
  const { account } = useSession()
  const refusal = useRoleReason('admin')
  if (account.kind !== 'partner') return <NotFound />
  if (refusal === undefined) return <Overview />
  return (
    <Screen title={TITLE}>
      <Notice tone="info" title="Only owners and administrators can see the plan and its invoices.">
        Ask one of them, or ask for another role.
      </Notice>
    </Screen>
  )
}

/** How often a change that is not confirmed yet is looked for. */
const PENDING_POLL_MS = 3_000

function Overview() {
  const [isPending, setPending] = useState(false)
  const read = useRead('/partner/billing', isPending ? { pollMs: PENDING_POLL_MS } : {})
  const hasPending = read.data?.pendingChange !== undefined
  useEffect(() => setPending(hasPending), [hasPending])
  const [isChanging, setChanging] = useState(false)
  return (
    <Screen title={TITLE} intro="Your plan, the next payment, and how you pay.">
      <Loaded read={read} lines={8}>
        {(plan) => (
          <div class="stack">
            <Troubles plan={plan} />
            <div class="cards">
              <Current plan={plan} onChange={() => setChanging(true)} />
              <Runs plan={plan} />
              {plan.billedBy === 'stripe' && <NextInvoice plan={plan} />}
              {plan.billedBy === 'stripe' && <Payment />}
              {plan.billedBy === 'stripe' && <Invoices />}
            </div>
            {isChanging && <ChangePlan plan={plan} onClose={() => setChanging(false)} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** What somebody should know before everything else: a change without an outcome, and disputed payments. */
function Troubles({ plan: { pendingChange, disputes } }: { plan: Plan }) {
  return (
    <>
      {pendingChange && (
        <Notice
          tone={pendingChange.isStuck ? 'warn' : 'info'}
          title={`A change is pending: ${changeWords(pendingChange)}.`}
        >
          {pendingChange.isStuck
            ? 'The payment processor has not confirmed it for a long time. It is retried every minute and applied at most once. The operator of this service has been notified; your plan does not change until it is confirmed.'
            : 'The payment processor has not confirmed it yet. It is applied once or not at all, and this page shows the result automatically.'}
        </Notice>
      )}
      {disputes.map(({ amount, currency, invoiceNumber, openedAt }) => (
        <Notice
          key={openedAt}
          tone="warn"
          title={`Your bank has reversed a payment of ${formatAmount(amount, currency)}.`}
        >
          {`Since ${formatDate(openedAt)}${invoiceNumber === undefined ? '' : `, for invoice ${invoiceNumber}`}. If that was a mistake, ask your bank to withdraw the dispute; if the invoice is wrong, tell us.`}
        </Notice>
      ))}
    </>
  )
}

/** What is paid next, after all credit. */
function NextInvoice({ plan }: { plan: Plan }) {
  const read = useRead('/partner/billing/next-invoice')
  return (
    <Card title="Next invoice">
      <Loaded read={read} lines={3}>
        {({ invoice }) =>
          invoice ? (
            <div class="stack">
              <p class="figure">
                <strong>{formatAmount(invoice.due, invoice.currency)}</strong>
              </p>
              <p>On {formatDate(invoice.date)}.</p>
              <p class="soft">{invoiceWords(invoice, plan.price)}</p>
            </div>
          ) : (
            <p class="soft">There will be no further invoices.</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function Current({ plan, onChange }: { plan: Plan; onChange: () => void }) {
  const { tone, words, sentence } = stateOf(plan)
  return (
    <Card title={planName(plan.plan)} actions={<Badge tone={tone}>{words}</Badge>}>
      <div class="stack">
        <p class="figure">
          <strong>{formatAmount(plan.price, plan.currency)}</strong>
          <span class="soft">{periodWords(plan.billing)}</span>
        </p>
        <p>{nextWords(plan)}</p>
        {sentence !== undefined && <Notice tone={tone}>{sentence}</Notice>}
        <div class="row">
          <Button onClick={onChange} disabledReason={refusalOf(plan)}>
            Change plan
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** How much of the month's limit is used. Without a limit above zero there are no new runs. */
function Runs({ plan: { runsLimit: limit } }: { plan: Plan }) {
  const account = useRead('/partner/me')
  return (
    <Card title="Runs this month">
      <Loaded read={account} lines={3}>
        {({ usage: { runsUsed: used } }) => (
          <div class="stack">
            <p class="figure">
              <strong>{formatNumber(used)}</strong>
              <span class="soft">
                {limit < 0 ? 'no limit' : limit === 0 ? 'and no more' : `of ${formatNumber(limit)}`}
              </span>
            </p>
            {limit > 0 && <Meter value={used} max={limit} words={`${formatNumber(used)} of ${plural(limit, 'run')}`} />}
            <p>
              <Link to="/usage">Forecast, months and customers</Link>
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
