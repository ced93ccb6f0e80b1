import {
  type ControlSlotProps,
  ErrorState,
  matchesText,
  may,
  Skeleton,
  useSession,
  useWords,
} from '@wattyard/console-kit'
import { Input } from 'antd'
import { useState } from 'react'
import { usePermissionWords } from '../rights/use-permission-words.ts'
import { matrixOf, permissionsOfRow } from './matrix.ts'
import { PermissionMatrix } from './permission-matrix.tsx'
import { usePermissions } from './use-permissions.ts'
import './role.css'

/** Draws the matrix of permissions in the form of a role, with a search over all permissions. */
export function PermissionControl({ id, value, onChange, disabled, describedBy }: ControlSlotProps) {
  const { t } = useWords()
  const known = usePermissions()
  const me = useSession(session => session.me)
  const words = usePermissionWords(known.list)
  const [typed, setTyped] = useState('')
  const granted = new Set(Array.isArray(value) ? value.map(String) : [])
  if (known.error) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />
  if (!known.data || !words.isReady) return <Skeleton lines={8} />
  const modules = matrixOf(known.list)
    .map(({ module, rows }) => ({
      module,
      rows: rows.filter(row => {
        const all = permissionsOfRow(row)
        const names = all.map(words.actionWord).join(' ')
        return matchesText(
          `${words.nounWord(all[0] ?? '')} ${row.resource} ${words.moduleWord(`${module}.`)} ${names}`,
          typed,
        )
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <div className="id-matrix" aria-describedby={describedBy}>
      <div className="w-row">
        <Input
          id={id}
          type="search"
          placeholder={t('identity.roles.search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          // Enter in the search must not submit the surrounding form.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
        <span className="w-quiet">{t('identity.roles.count', { count: granted.size })}</span>
      </div>
      {modules.length === 0 && <p className="w-quiet">{t('kit.noMatch')}</p>}
      {modules.map(one => (
        <PermissionMatrix
          key={one.module}
          of={one}
          words={words}
          granted={granted}
          mayGive={permission => !disabled && may(me, permission)}
          onChange={onChange}
        />
      ))}
    </div>
  )
}
