import { joinNames, useWords } from '@wattyard/console-kit'
import { type OfficeMove, type ReachChange } from '../../contract/calls/office.ts'

/** Draws the consequences of a move in sentences: what moves along, and who can see more or less. */
export function WhatMoves({ move }: { move: OfficeMove }) {
  const { t } = useWords()
  const own = t('identity.org.companyItself')
  const isSame = move.reassignedOffices === 0
  return (
    <ul className="id-org-moves" aria-live="polite">
      <li>{t('identity.org.movesAlong', { offices: move.offices - 1, people: move.people, duties: move.duties })}</li>
      {isSame ? (
        <li>{t('identity.org.reachStays', { name: move.operatorBefore ?? own })}</li>
      ) : (
        <>
          <li>
            {t('identity.org.operatorChanges', {
              offices: move.reassignedOffices,
              people: move.reassignedPeople,
              from: move.operatorBefore ?? own,
              to: move.operatorAfter ?? own,
            })}
          </li>
          <Change word="identity.org.loses" change={move.loses} />
          <Change word="identity.org.gains" change={move.gains} />
        </>
      )}
      <li className="w-quiet">{t('identity.org.moveKeeps')}</li>
    </ul>
  )
}

function Change({ word, change }: { word: string; change: ReachChange }) {
  const { t, language } = useWords()
  if (change.count === 0) return null
  const unnamed = change.count - change.names.length
  return (
    <li>
      {t(word, { count: change.count })}
      {change.names.length > 0 && (
        <>
          {' '}
          <strong>{joinNames(change.names, language)}</strong>
          {unnamed > 0 && ` ${t('identity.org.andMore', { count: unnamed })}`}
        </>
      )}
    </li>
  )
}
