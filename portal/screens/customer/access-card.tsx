import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/loaded.tsx'
import { Badge, Failure, Notice } from '../../parts/notice.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { ConsentLinkButton } from './consent-link.tsx'
import type { Customer } from './frame.tsx'
import type { Overview } from './words.ts'

type Access = Overview['access']

/** Whether the tenant may be read, who approved that, and what a run could read now. */
export function AccessCard({ customer, access }: { customer: Customer; access: Access }) {
  const { isApproved, missingPermissions } = access
  return (
    <Card
      title="Access to the tenant"
      actions={
        <Badge tone={isApproved ? (missingPermissions.length > 0 ? 'warn' : 'good') : 'warn'}>
          {isApproved ? (missingPermissions.length > 0 ? 'Partly approved' : 'Approved') : 'Not approved'}
        </Badge>
      }
    >
      <div class="stack">
        <Facts facts={factsOf(access)} />
        {missingPermissions.length > 0 && (
          <Notice tone="warn" title="The last run lacked permissions">
            {missingPermissions.join(', ')}
          </Notice>
        )}
        <Check customerId={customer.id} isApproved={isApproved} />
      </div>
    </Card>
  )
}

function factsOf(access: Access) {
  const { linkEndsAt, refusedAt } = access
  return [
    ...approvalOf(access),
    ...(linkEndsAt
      ? [
          [
            'Link',
            <span key="link">
              Works until <Time at={linkEndsAt} show="full" />
            </span>,
          ] as const,
        ]
      : []),
    ...(refusedAt
      ? [
          [
            'Refused',
            <span key="refused">
              Somebody who may not approve signed in <Time at={refusedAt} />
            </span>,
          ] as const,
        ]
      : []),
  ]
}

function approvalOf({ isApproved, approvedAt, approvedBy, how }: Access) {
  if (!isApproved) return [['Approved', 'No administrator has approved access yet'] as const]
  if (how === 'sandbox') return [['Approved', 'For every partner, like all sandbox tenants'] as const]
  const unnamed = how === 'sign-in' ? 'An administrator of the tenant' : 'The operator of the service'
  return [['Approved', <Time key="at" at={approvedAt} />] as const, ['By', approvedBy ?? unnamed] as const]
}

type Preflight = NonNullable<ReturnType<typeof usePreflight>['data']>

const usePreflight = () => useChange('GET /partner/customers/:id/preflight')

/** Asks the tenant on demand, which takes some seconds. */
function Check({ customerId, isApproved }: { customerId: string; isApproved: boolean }) {
  const preflight = usePreflight()
  return (
    <>
      <div class="row">
        <Button
          busy={preflight.isPending}
          disabledReason={isApproved ? undefined : 'Access must be approved before it can be checked.'}
          onClick={() => preflight.mutate({ params: { id: customerId } })}
        >
          Check access now
        </Button>
        <ConsentLinkButton customerId={customerId} />
      </div>
      {preflight.isPending && <Skeleton lines={3} />}
      {preflight.error && <Failure error={preflight.error} />}
      {preflight.data && <Checked preflight={preflight.data} />}
    </>
  )
}

function Checked({ preflight: { failure, consentAgain, permissions, licences, products } }: { preflight: Preflight }) {
  if (failure)
    return (
      <Notice tone="bad" title="A run would fail now">
        {failure.message}
      </Notice>
    )
  const refused = permissions.filter(({ granted }) => !granted)
  const absent = licences.filter(({ present }) => present === false)
  return (
    <div class="stack" role="status">
      <Notice
        tone={consentAgain ? 'warn' : 'good'}
        title={consentAgain ? 'Some permissions are missing' : 'Runs can read the tenant'}
      >
        {permissions.length - refused.length} of {permissions.length} permissions are approved.
      </Notice>
      <Facts
        facts={[
          ...products.map(
            ({ product, readable, ofRequirements }) =>
              [frameworkName(product), `${readable} of ${ofRequirements} requirements can be read`] as const,
          ),
          ...(refused.length > 0 ? [['Not approved', refused.map(({ name }) => name).join(', ')] as const] : []),
          ...(absent.length > 0 ? [['Not licensed', absent.map(({ name }) => name).join(', ')] as const] : []),
        ]}
      />
    </div>
  )
}
