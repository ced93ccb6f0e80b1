import { Dialog, EmptyState, ErrorState, joinNames, Skeleton, useList, useWords } from '@wattyard/console-kit'
import { nameIn } from '@wattyard/resource'
import { Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { role } from '../../contract/role.ts'
import { usePermissionWords } from '../rights/use-permission-words.ts'
import { type Compared, compare } from './matrix.ts'
import './role.css'

const MOST = 200

/** Draws a comparison of two roles: permissions of both, and of only one. */
export function CompareRoles({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords()
  const id = useId()
  const roles = useList(role, { page: 1, pageSize: MOST })
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const [isShort, setShort] = useState(true)
  // The administrator passes every check, so there is nothing to compare.
  const list = (roles.data?.list ?? []).filter(one => one.code !== 'admin')
  const find = (side: 'left' | 'right') => list.find(one => one.id === chosen[side])
  const [left, right] = [find('left'), find('right')]
  return (
    <Dialog open kind="drawer" width={900} title={t('identity.roles.compare')} onClose={onClose}>
      {roles.error && <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />}
      <div className="w-row w-wrap id-compare-head">
        {(['left', 'right'] as const).map(side => (
          <div key={side} className="w-field w-grow">
            <label htmlFor={`${id}-${side}`}>{t(`identity.roles.${side}`)}</label>
            <Select
              id={`${id}-${side}`}
              value={chosen[side] ?? null}
              onChange={(value: string) => setChosen(now => ({ ...now, [side]: value }))}
              options={list.map(one => ({ value: one.id, label: `${nameIn(role, one, language)} · ${one.code}` }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </div>
        ))}
        <label className="w-row" htmlFor={`${id}-short`}>
          <Switch id={`${id}-short`} checked={isShort} onChange={setShort} />
          {t('identity.roles.onlyDifferences')}
        </label>
      </div>
      {left && right ? (
        <>
          <p className="w-quiet">
            {t('identity.role.rowScope')}: {t(`identity.role.rowScopeValue.${left.rowScope}`)} /{' '}
            {t(`identity.role.rowScopeValue.${right.rowScope}`)}
          </p>
          <Differences
            names={[left.name, right.name]}
            compared={compare(left.permissions, right.permissions)}
            isShort={isShort}
          />
        </>
      ) : (
        <EmptyState title={t('identity.roles.chooseTwo')} />
      )}
    </Dialog>
  )
}

interface DifferencesProps {
  readonly names: readonly [string, string]
  readonly compared: readonly Compared[]
  readonly isShort: boolean
}

function Differences({ names, compared, isShort }: DifferencesProps) {
  const { t, language } = useWords()
  const all = compared.flatMap(one => [...one.left, ...one.right, ...one.both])
  const words = usePermissionWords(all)
  if (!words.isReady) return <Skeleton lines={6} />
  const shown = isShort ? compared.filter(one => one.left.length + one.right.length > 0) : compared
  if (shown.length === 0) return <EmptyState title={t('identity.roles.same')} />
  const say = (permissions: readonly string[]): string => joinNames(permissions.map(words.actionWord), language)
  return (
    <div className="id-matrix-module">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th scope="col">{t('identity.roles.resource')}</th>
            <th scope="col">{t('identity.roles.onlyIn', { name: names[0] })}</th>
            <th scope="col">{t('identity.roles.onlyIn', { name: names[1] })}</th>
            {!isShort && <th scope="col">{t('identity.roles.both')}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(one => (
            <tr key={one.resource}>
              <th scope="row">{words.nounWord(`${one.resource}:read`)}</th>
              <td>{say(one.left)}</td>
              <td>{say(one.right)}</td>
              {!isShort && <td>{say(one.both)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
