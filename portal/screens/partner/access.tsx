import { formatAgo } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useChange } from '../../queries.ts'
import { settlementWords } from '../partners/partner-fields.tsx'
import { CHANGED, type Partner, suspensionEffects } from './words.ts'

interface ChangeProps {
  partner: Partner
  onClose: () => void
}

/** Says what a suspension ends, and what it does not, before it is carried out. */
export function Suspend({ partner, onClose }: ChangeProps) {
  const { id, company, billedBy, status } = partner
  const suspend = useChange('POST /distributor/partners/:id/suspend', CHANGED)
  return (
    <Confirm
      title={`Suspend ${company}?`}
      action="Suspend partner"
      typeName={company}
      onConfirm={async () => {
        await suspend.mutateAsync({ params: { id } })
        notify(`${company} is suspended.`)
      }}
      onClose={onClose}
    >
      <ul class="effects">
        {suspensionEffects(partner).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        {status === 'pending' && <li>The link that activates the account stops working.</li>}
      </ul>
      <p>
        Customers, results and links to reports stay.{' '}
        {billedBy === 'service'
          ? 'The partner’s subscription continues: change its plan to reduce the cost.'
          : 'You are charged for today, but not for the following days until the partner is active again.'}
      </p>
      <p>It can be activated again at any time. Its people then sign in again and create new keys.</p>
    </Confirm>
  )
}

/** Explains what an activation restores and what it costs. */
export function Activate({ partner, onClose }: ChangeProps) {
  const { id, company, email, status, plan, settlement, billedBy, activation } = partner
  const activate = useChange('POST /distributor/partners/:id/activate', CHANGED)
  const linkEndsAt = activation?.linkEndsAt
  return (
    <Confirm
      title={`Activate ${company}?`}
      action="Activate partner"
      look="primary"
      onConfirm={async () => {
        await activate.mutateAsync({ params: { id } })
        notify(`${company} is active.`)
      }}
      onClose={onClose}
    >
      {status === 'suspended' ? (
        <p>
          Its people can sign in again at once, and its schedules continue. Keys from before the suspension stay
          invalid: the partner creates new ones.
        </p>
      ) : (
        <p>
          The account works at once, without waiting for its administrator.{' '}
          {linkEndsAt
            ? `${email} can still set a password with the link from the email, which expires ${formatAgo(linkEndsAt, new Date())}.`
            : `Nobody can sign in yet: afterwards, choose “Reset the owner’s sign-in”, and ${email} gets a link.`}
        </p>
      )}
      {billedBy === 'distributor' && (
        <p>
          From today on you are charged {settlementWords(plan, settlement.currency, settlement.interval)} at list price.
        </p>
      )}
    </Confirm>
  )
}

/** Restores the access of a partner's administrator who has lost everything. */
export function RenewOwner({ partner, onClose }: ChangeProps) {
  const { id, company, email } = partner
  const renew = useChange('POST /distributor/partners/:id/invite-owner', CHANGED)
  return (
    <Confirm
      title={`Reset the sign-in of the owner of ${company}?`}
      action="Send a link"
      onConfirm={async () => {
        const { sent } = await renew.mutateAsync({ params: { id } })
        notify(sent === 'invitation' ? `${email} is invited as owner.` : `${email} gets a link for a new password.`)
      }}
      onClose={onClose}
    >
      <p>
        A link goes to {email}, the address of the account, and to nobody else. If that person has a password and second
        factors, they are removed, and their sessions end.
      </p>
      <p>First make sure that the request really comes from the partner: call back on a number that you know.</p>
    </Confirm>
  )
}
