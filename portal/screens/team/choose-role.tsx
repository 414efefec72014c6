import { Select } from '../../parts/select.tsx'
import { includesRole, useSession } from '../../session.ts'
import { ROLE_NAMES, ROLE_TEXTS, ROLES, type Role } from './words.ts'

export interface ChooseRoleProps {
  value: Role
  onChange: (role: Role) => void
  error?: string | undefined
}

/** A choice of roles with what each may do. Nobody gives a role above their own. */
export function ChooseRole({ value, onChange, error }: ChooseRoleProps) {
  const { account, person } = useSession()
  return (
    <Select
      label="Role"
      value={value}
      onChange={onChange}
      help={ROLE_TEXTS[account.kind][value]}
      error={error}
      options={ROLES.map((role) => {
        const isAllowed = includesRole(person.role, role)
        return {
          value: role,
          label: isAllowed ? ROLE_NAMES[role] : `${ROLE_NAMES[role]} (only owners can give this role)`,
          disabled: !isAllowed,
        }
      })}
    />
  )
}
