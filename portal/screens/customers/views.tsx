import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { hrefOf, toSearch } from '../../paths.ts'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Values } from './filter.ts'

type View = Reads['/partner/views']['views'][number]

const CHANGES = { invalidates: ['/partner/views'] }

/** Opens a saved view, saves the current one, and deletes the one that is open. */
export function Views({ values }: { values: Values }) {
  const { route } = useLocation()
  const read = useRead('/partner/views')
  const roleReason = useRoleReason('technician')
  const [open, setOpen] = useState<'save' | 'delete'>()
  const query = toSearch(values).slice(1)
  const views = read.data?.views ?? []
  const current = views.find((view) => view.query === query)
  const items: MenuItem[] = [
    ...views.map((view) => ({
      label: view.isShared ? `${view.name} (shared)` : view.name,
      current: view === current,
      onPick: () => route(`${hrefOf('/customers')}${view.query === '' ? '' : `?${view.query}`}`),
    })),
    {
      label: 'Save this view',
      onPick: () => setOpen('save'),
      disabledReason: current ? 'This view is already saved.' : undefined,
    },
    ...(current
      ? [
          {
            label: `Delete ${current.name}`,
            danger: true,
            onPick: () => setOpen('delete'),
            disabledReason: current.isShared ? roleReason : undefined,
          },
        ]
      : []),
  ]
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Menu label={current ? `View: ${current.name}` : 'Views'} items={items}>
        {current ? current.name : 'Views'}
        <DownIcon />
      </Menu>
      {open === 'save' && <SaveView query={query} shareReason={roleReason} onClose={close} />}
      {open === 'delete' && current && <DeleteView view={current} onClose={close} />}
    </>
  )
}

function SaveView({
  query,
  shareReason,
  onClose,
}: {
  query: string
  shareReason: string | undefined
  onClose: () => void
}) {
  const create = useChange('POST /partner/views', CHANGES)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const submit = async (): Promise<void> => {
    await create.mutateAsync({ body: { name, query, isShared } })
    notify('The view is saved.')
    onClose()
  }
  return (
    <FormDialog title="Save this view" action="Save view" change={create} onSubmit={submit} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} maxLength={60} required autoFocus />
      {shareReason === undefined && (
        <Checkbox label="Share it with everybody in this account" checked={isShared} onChange={setShared} />
      )}
    </FormDialog>
  )
}

function DeleteView({ view, onClose }: { view: View; onClose: () => void }) {
  const remove = useChange('DELETE /partner/views/:id', CHANGES)
  return (
    <Confirm
      title="Delete the view"
      action="Delete view"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: view.id } })
        notify('The view is deleted.')
      }}
      onClose={onClose}
    >
      <p>
        {view.name}
        {view.isShared ? ' is deleted for everybody in this account.' : ' is only visible to you.'} Customers do not
        change.
      </p>
    </Confirm>
  )
}
