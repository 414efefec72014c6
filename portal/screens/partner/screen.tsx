import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Badge, messageOf } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { stateOf } from '../partners/words.ts'
import { Activate, RenewOwner, Suspend } from './access.tsx'
import { Audit } from './audit.tsx'
import { ChangePlan } from './change-plan.tsx'
import { Keys } from './keys.tsx'
import { LookAs } from './look-as.tsx'
import { People } from './people.tsx'
import { Plan } from './plan.tsx'
import { Months, ThisMonth } from './usage.tsx'
import { CHANGED, type Partner } from './words.ts'

/** One of the distributor's partners: its state, what it uses, who works there, and what was changed. */
export default function PartnerScreen() {
  const { params } = useRoute()
  const { account } = useSession()
  return account.kind === 'distributor' ? <Details id={params.id ?? ''} /> : <NotFound />
}

function Details({ id }: { id: string }) {
  const read = useRead('/distributor/partners/:id/overview', { params: { id } })
  const partner = read.data
  return (
    <Screen
      title={partner?.company ?? 'Partner'}
      intro={
        <>
          <Link to="/partners">Partners</Link>
          {partner && ` / ${partner.name}, ${partner.email}`}
        </>
      }
      call={{ title: 'Read a partner', path: `/partners/${id}` }}
      actions={partner && <Actions partner={partner} />}
    >
      <Loaded read={read} lines={8}>
        {(partner) => (
          <div class="cards">
            <ThisMonth partner={partner} />
            <Plan partner={partner} />
            <Months partner={partner} />
            <Keys partner={partner} />
            <People id={partner.id} />
            <Audit id={partner.id} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

type Open = 'look' | 'plan' | 'activate' | 'suspend' | 'owner'

/** The state, the next step, and everything else that can be done. */
function Actions({ partner }: { partner: Partner }) {
  const [open, setOpen] = useState<Open>()
  const refusal = useRoleReason('admin')
  const readerRefusal = useRoleReason('technician')
  const sendAgain = useChange('POST /distributor/partners/:id/invite', CHANGED)
  const { status, company } = partner
  const { tone, words } = stateOf(partner, new Date())
  const close = (): void => setOpen(undefined)
  const show = (what: Open) => () => setOpen(what)
  const send = async (): Promise<void> => {
    try {
      const { email } = await sendAgain.mutateAsync({ params: { id: partner.id } })
      notify(`A new link is on its way to ${email}.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  const notActive = status === 'active' ? undefined : 'The partner is not active.'
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {status === 'pending' && (
        <Button look="primary" busy={sendAgain.isPending} disabledReason={refusal} onClick={() => void send()}>
          Send the link again
        </Button>
      )}
      {status === 'suspended' && (
        <Button look="primary" disabledReason={refusal} onClick={show('activate')}>
          Activate
        </Button>
      )}
      <Menu
        label={`Actions for ${company}`}
        items={[
          { label: 'View its portal', onPick: show('look'), disabledReason: readerRefusal ?? notActive },
          { label: 'Change plan', onPick: show('plan'), disabledReason: refusal },
          ...(status === 'pending' ? [{ label: 'Activate', onPick: show('activate'), disabledReason: refusal }] : []),
          { label: 'Reset the owner’s sign-in', onPick: show('owner'), disabledReason: refusal ?? notActive },
          {
            label: 'Suspend',
            danger: true,
            onPick: show('suspend'),
            disabledReason: refusal ?? (status === 'suspended' ? 'The partner is suspended.' : undefined),
          },
        ]}
      >
        Actions
        <DownIcon />
      </Menu>
      {open === 'look' && <LookAs partner={partner} onClose={close} />}
      {open === 'plan' && <ChangePlan partner={partner} onClose={close} />}
      {open === 'activate' && <Activate partner={partner} onClose={close} />}
      {open === 'suspend' && <Suspend partner={partner} onClose={close} />}
      {open === 'owner' && <RenewOwner partner={partner} onClose={close} />}
    </>
  )
}
