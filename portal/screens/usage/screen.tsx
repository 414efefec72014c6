import { Screen } from '../../parts/screen.tsx'
import { useSession } from '../../session.ts'
import { DistributorUsage } from './distributor.tsx'
import { PartnerUsage } from './partner.tsx'

/** How much of its plan the account uses, or a distributor's partners of theirs. */
export default function UsageScreen() {
  const { account } = useSession()
  if (account.kind === 'distributor')
    return (
      <Screen
        title="Usage"
        intro="Runs and customers of your partners compared to their plans, month by month."
        call={{ title: 'Read usage', path: '/usage' }}
      >
        <DistributorUsage />
      </Screen>
    )
  return (
    <Screen
      title="Usage"
      intro="Runs compared to your plan, by month and by customer."
      call={{ title: 'Read account and usage', path: '/me' }}
    >
      <PartnerUsage />
    </Screen>
  )
}
