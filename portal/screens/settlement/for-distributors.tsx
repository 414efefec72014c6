import type { ComponentChildren } from 'preact'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'

/** Shows its content to administrators and owners of a distributor; partners have no settlement. */
export function ForDistributors({ title, children }: { title: string; children: ComponentChildren }) {
  const { account } = useSession()
  const refusal = useRoleReason('admin')
  if (account.kind !== 'distributor') return <NotFound />
  if (refusal === undefined) return <>{children}</>
  return (
    <Screen title={title}>
      <Notice tone="info" title="Only owners and administrators can see settlement statements.">
        Ask one of them, or ask for another role.
      </Notice>
    </Screen>
  )
}
