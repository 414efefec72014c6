import { useLocation } from 'preact-iso/router'
import { Combobox } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { Option } from '../parts/match-options.ts'
import { hrefOf } from '../paths.ts'
import { useRead } from '../queries.ts'
import { useSession } from '../session.ts'
import { signOut, switchAccount } from './account.ts'
import { useEntries } from './navigation.tsx'
import { overlay } from './overlays.ts'

interface Command extends Option {
  run: () => void
}

/** Finds screens and actions by a few letters. */
export function Palette() {
  const { route } = useLocation()
  const { accounts, account } = useSession()
  const screens = useEntries().map(
    ({ path, title, words = '', key }): Command => ({
      id: `screen-${title}`,
      label: title,
      words,
      hint: key === undefined ? 'Screen' : `G ${key.toUpperCase()}`,
      run: () => route(path),
    }),
  )
  const others = accounts
    .filter(({ id }) => id !== account.id)
    .map(
      (other): Command => ({
        id: other.id,
        label: `Switch to ${other.name}`,
        hint: 'Account',
        run: () => void switchAccount(other.id),
      }),
    )
  const commands: Command[] = [
    ...screens,
    ...others,
    {
      id: 'docs',
      label: 'Documentation',
      words: 'guides help api reference errors',
      hint: 'Page',
      run: () => location.assign('/docs'),
    },
    {
      id: 'explorer',
      label: 'API explorer',
      words: 'swagger openapi try',
      hint: 'Page',
      run: () => location.assign('/api/docs'),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      words: 'help keys',
      hint: '?',
      run: () => overlay.set('shortcuts'),
    },
    { id: 'sign-out', label: 'Sign out', words: 'log out leave', hint: 'Action', run: () => void signOut() },
  ]
  const close = () => overlay.set(undefined)
  const { found, isLoading } = useAccounts()
  return (
    <Dialog title="Search screens and actions" onClose={close} bare>
      <Combobox
        inline
        label="Search screens and actions"
        placeholder={account.kind === 'partner' ? 'Screen, customer or action' : 'Screen, partner or action'}
        options={commands}
        more={found}
        empty={isLoading ? 'Searching…' : 'Nothing matches.'}
        onPick={({ id }) => {
          close()
          ;[...commands, ...found].find((command) => command.id === id)?.run()
        }}
      />
    </Dialog>
  )
}

/** The customers of a partner, or the partners of a distributor: they are what people look for most. */
function useAccounts(): { found: Command[]; isLoading: boolean } {
  const { account } = useSession()
  const { route } = useLocation()
  const isPartner = account.kind === 'partner'
  const customers = useRead('/partner/portfolio', { enabled: isPartner })
  const partners = useRead('/distributor/portfolio', { enabled: !isPartner })
  const open = (to: '/customers/:id' | '/partners/:id', hint: string) => {
    return (id: string, label: string): Command => ({
      id,
      label,
      hint,
      run: () => route(hrefOf(to, { params: { id } })),
    })
  }
  const toCustomer = open('/customers/:id', 'Customer')
  const toPartner = open('/partners/:id', 'Partner')
  const { ids = [], names = [] } = customers.data ?? {}
  const found = isPartner
    ? ids.map((id, place) => toCustomer(id, names[place] ?? id))
    : (partners.data?.partners ?? []).map(({ id, company }) => toPartner(id, company))
  return { found, isLoading: customers.isLoading || partners.isLoading }
}
