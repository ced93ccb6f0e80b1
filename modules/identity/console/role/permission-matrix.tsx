import { useWords } from '@wattyard/console-kit'
import { PLAIN_ACTIONS } from '../../contract/permission.ts'
import type { usePermissionWords } from '../rights/use-permission-words.ts'
import { type MatrixModule, type MatrixRow, permissionsOfRow, pressed, shareOf } from './matrix.ts'

interface MatrixProps {
  readonly of: MatrixModule
  readonly words: ReturnType<typeof usePermissionWords>
  readonly granted: ReadonlySet<string>
  /** Returns whether the reader holds a permission and may therefore grant it; the server checks it too. */
  readonly mayGive: (permission: string) => boolean
  readonly onChange: (permissions: string[]) => void
}

/**
 * Draws one module: a row per resource, a column per plain action, commands beside them; checkboxes cover rows, columns and the
 * whole.
 */
export function PermissionMatrix(props: MatrixProps) {
  const { t } = useWords()
  const { of, words } = props
  const actions = PLAIN_ACTIONS.filter(action => of.rows.some(row => row.plain[action]))
  const moduleName = words.moduleWord(`${of.module}.`)
  return (
    <div className="id-matrix-module">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th scope="col">
              <Box {...props} over={of.rows.flatMap(permissionsOfRow)} label={moduleName} isShown />
            </th>
            {actions.map(action => (
              <th key={action} scope="col">
                <Box
                  {...props}
                  over={of.rows.flatMap(row => row.plain[action] ?? [])}
                  label={t(`identity.action.${action}`)}
                  name={`${moduleName} · ${t(`identity.action.${action}`)}`}
                  isShown
                />
              </th>
            ))}
            <th scope="col">{t('identity.roles.commands')}</th>
          </tr>
        </thead>
        <tbody>
          {of.rows.map(row => (
            <Row key={row.resource} {...props} row={row} actions={actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  row,
  actions,
  ...props
}: MatrixProps & { row: MatrixRow; actions: readonly (keyof MatrixRow['plain'])[] }) {
  const { words } = props
  const all = permissionsOfRow(row)
  const noun = words.nounWord(all[0] ?? '')
  return (
    <tr>
      <th scope="row">
        <Box {...props} over={all} label={noun} isShown />
      </th>
      {actions.map(action => {
        const permission = row.plain[action]
        return (
          <td key={action}>
            {permission && <Box {...props} over={[permission]} label={`${noun} · ${words.actionWord(permission)}`} />}
          </td>
        )
      })}
      <td>
        <span className="id-matrix-commands">
          {row.commands.map(permission => (
            <Box
              key={permission}
              {...props}
              over={[permission]}
              label={words.actionWord(permission)}
              name={`${noun} · ${words.actionWord(permission)}`}
              isShown
            />
          ))}
        </span>
      </td>
    </tr>
  )
}

interface BoxProps extends MatrixProps {
  readonly over: readonly string[]
  readonly label: string
  /** Accessible name, where the label alone is ambiguous. */
  readonly name?: string
  readonly isShown?: boolean
}

function Box({ of, over, label, name = label, isShown = false, granted, mayGive, onChange }: BoxProps) {
  const { t } = useWords()
  const share = shareOf(granted, over)
  const isMine = over.some(mayGive)
  return (
    <label className="id-box" title={isMine ? undefined : t('identity.roles.notYours')}>
      <input
        type="checkbox"
        aria-label={name}
        checked={share === 'all'}
        disabled={!isMine}
        ref={box => {
          if (box) box.indeterminate = share === 'some'
        }}
        onChange={() => onChange(pressed(granted, over, mayGive, of.rows))}
      />
      {isShown && <span aria-hidden="true">{label}</span>}
    </label>
  )
}
