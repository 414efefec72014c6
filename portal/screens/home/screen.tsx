import { Screen } from '../../parts/screen.tsx'

/** What the account needs to know today. */
export default function Home() {
  return <Screen title="Home">{null}</Screen>
}
