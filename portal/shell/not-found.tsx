import { Link } from '../parts/link.tsx'
import { Screen } from '../parts/screen.tsx'

/** An address that no screen answers. */
export function NotFound() {
  return (
    <Screen title="There is nothing here" intro="The address is wrong, or the page was removed.">
      <Link to="/">Go to Home</Link>
    </Screen>
  )
}
