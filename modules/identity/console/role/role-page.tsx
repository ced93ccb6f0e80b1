import {
  type CellSlotProps,
  Count,
  isOpenable,
  ResourcePage,
  type ResourceSlots,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { role } from '../../contract/role.ts'
import { GrantsOfRole } from './grants-of-role.tsx'
import { HoldersOfRole } from './holders-of-role.tsx'
import { PermissionControl } from './permission-control.tsx'
import { ReachOfRole } from './reach-of-role.tsx'
import { RoleTools } from './role-tools.tsx'

/** Draws the number of permissions; a section of the detail lists them. The administrator's role has all without naming any. */
function PermissionCount({ record, value }: CellSlotProps) {
  const { t } = useWords()
  if (record.code === 'admin') return t('identity.roles.all')
  return t('identity.roles.count', { count: Array.isArray(value) ? value.length : 0 })
}

/** Draws how many people hold the role, as a link to them. */
function Holders({ record }: CellSlotProps) {
  const { holders } = record
  const address = `/console/employee?f.roleIds=${record.id}`
  if (typeof holders !== 'number' || holders === 0 || !isOpenable(address))
    return <Count value={typeof holders === 'number' ? holders : null} />
  return (
    <Link to={address}>
      <Count value={holders} />
    </Link>
  )
}

const slots: ResourceSlots = {
  cells: { permissions: PermissionCount, holders: Holders },
  controls: { permissions: PermissionControl },
  formFoot: ReachOfRole,
  toolbar: RoleTools,
  figures: [{ field: 'permissions' }, { field: 'rowScope', hint: 'identity.role.rowScopeHint' }, { field: 'isSystem' }],
  factsTab: 'data',
  sections: [
    { key: 'holders', title: 'identity.roles.holders', Show: HoldersOfRole, tab: 'overview' },
    { key: 'grants', title: 'identity.roles.grants', Show: GrantsOfRole, tab: 'overview' },
  ],
}

/** Draws `/console/role`: the permissions of roles, their holders, and a comparison of two roles. */
export function Page() {
  return <ResourcePage resource={role} slots={slots} />
}
