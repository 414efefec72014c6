import { Screen } from '../../parts/screen.tsx'
import { useSession } from '../../session.ts'
import { DistributorHome } from './distributor.tsx'
import { PartnerHome } from './partner.tsx'

/** What the account needs to know today: what waits for somebody, usage against the plan, and what happened last. */
export default function Home() {
  const { account } = useSession()
  return (
    <Screen
      title="Home"
      intro="What needs attention, and this month’s usage."
      call={{ title: 'Read account and usage', path: '/me' }}
    >
      {account.kind === 'partner' ? <PartnerHome /> : <DistributorHome />}
    </Screen>
  )
}
