import type { ComponentChildren } from 'preact'
import { Notice } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRoleReason } from '../../session.ts'

/** Shows its content to people who may see webhooks, and tells others who may. */
export function ForAdministrators({ title, children }: { title: string; children: ComponentChildren }) {
  const reason = useRoleReason('admin')
  if (reason === undefined) return <>{children}</>
  return (
    <Screen title={title}>
      <Notice tone="info" title="Only owners and administrators can see webhooks and their deliveries.">
        Addresses and responses can contain secrets. Ask one of them, or ask for another role.
      </Notice>
    </Screen>
  )
}
