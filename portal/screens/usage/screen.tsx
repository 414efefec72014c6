import { Screen } from '../../parts/screen.tsx'
import { useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { PartnerUsage } from './partner.tsx'

/** What the account uses of its plan. */
export default function UsageScreen() {
  const { account } = useSession()
  if (account.kind !== 'partner') return <NotFound />
  return (
    <Screen
      title="Usage"
      intro="Runs against your plan, month by month and by customer."
      call={{ title: 'Read account and usage', path: '/me' }}
    >
      <PartnerUsage />
    </Screen>
  )
}
