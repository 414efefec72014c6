import { ROLES, type Role } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'

/** The role in `--role`. Throws CommandFailure if it is not one. */
export function requireRole(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (role) return role
  throw new CommandFailure(`--role must be one of ${ROLES.join(', ')}.`)
}
