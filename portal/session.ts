import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Role } from '../src/shared/actor.ts'
import type { Session } from './endpoints.ts'

/** From the fewest rights to all; each role includes those before it. */
const RANKS: readonly Role[] = ['reader', 'technician', 'admin', 'owner']

const WHO: Readonly<Record<Role, string>> = {
  owner: 'Only owners can do this.',
  admin: 'Only owners and administrators can do this.',
  technician: 'Readers cannot do this.',
  reader: '',
}

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext.Provider

/** The signed-in person and the account they act for. A change of account loads the page again. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session above this component.')
  return session
}

/** Whether a role includes what another one may do. */
export const includesRole = (role: Role, needed: Role): boolean => RANKS.indexOf(role) >= RANKS.indexOf(needed)

/** Why the person may not do what this role may; undefined if they may. Pass it to a button as `disabledReason`. */
export function useRoleReason(needed: Role): string | undefined {
  const { person, visit } = useSession()
  if (!includesRole(person.role, needed)) return WHO[needed]
  // A visitor who is an administrator may look at what administrators change; the server refuses changes.
  return visit && !visit.mayAct && needed === 'technician' ? 'You can look but not make changes.' : undefined
}

let reload: () => Promise<void> = async () => {}

/** Sets what reads the session again. */
export function setSessionReload(read: () => Promise<void>): void {
  reload = read
}

/** Reads the session again, after the person has changed what it contains, such as their second factors. */
export const reloadSession = (): Promise<void> => reload()
