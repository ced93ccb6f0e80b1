import { joinNames, type SectionProps, Skeleton, useWords } from '@wattyard/console-kit'
import { usePermissionWords } from '../rights/use-permission-words.ts'
import { matrixOf, permissionsOfRow } from './matrix.ts'
import './role.css'

/** Draws the permissions of the role, by module and resource. */
export function GrantsOfRole({ record }: SectionProps) {
  const { t, language } = useWords()
  const granted = Array.isArray(record.permissions) ? record.permissions.map(String) : []
  const words = usePermissionWords(granted)
  if (record.code === 'admin') return <p>{t('identity.rights.isEverything')}</p>
  if (!words.isReady) return <Skeleton lines={4} />
  if (granted.length === 0) return <p className="w-quiet">{t('identity.roles.grantsNothing')}</p>
  return matrixOf(granted).map(({ module, rows }) => (
    <section key={module} className="id-grants-module">
      <h4>{words.moduleWord(`${module}.`)}</h4>
      <ul className="id-grants">
        {rows.map(row => {
          const permissions = permissionsOfRow(row)
          return (
            <li key={row.resource}>
              <span>{words.nounWord(permissions[0] ?? '')}</span>
              <span className="w-quiet">{joinNames(permissions.map(words.actionWord), language)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}
