import { Ago, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type SeenSession } from '../../contract/calls/session.ts'
import './session-list.css'

interface SessionListProps {
  readonly list: readonly SeenSession[]
  /** Called to end a session; `name` is the shown name of the device. */
  readonly onEnd: (session: SeenSession, name: string) => void
}

/** Draws the sessions of a person; all except the current one can be ended. */
export function SessionList({ list, onEnd }: SessionListProps) {
  const { t } = useWords()
  const nameOf = (one: SeenSession): string => one.device || t('identity.sessions.unknownDevice')
  return (
    <ul className="id-sessions">
      {list.map(one => (
        <li key={one.id}>
          <div className="w-grow">
            <p className="w-row w-wrap">
              <strong>{nameOf(one)}</strong>
              {one.isThis && (
                <span className="w-tag" data-tone="good">
                  {t('identity.sessions.this')}
                </span>
              )}
              {one.owesCode && (
                <span className="w-tag" data-tone="wait">
                  {t('identity.sessions.owesCode')}
                </span>
              )}
            </p>
            <p className="w-quiet">
              {one.network} · {t('identity.sessions.since')} <When at={one.since} /> · {t('identity.sessions.lastSeen')}{' '}
              <Ago at={one.lastSeenAt} />
            </p>
          </div>
          {!one.isThis && (
            <Button size="small" onClick={() => onEnd(one, nameOf(one))}>
              {t('identity.sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
