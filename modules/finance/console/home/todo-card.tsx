import { CheckCircleOutlined, ExclamationCircleFilled, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Ago, AsOf, Count, Decimal, ErrorState, isOpenable, Skeleton, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Todo } from '../../contract/index.ts'
import { addressOf, homeQueries } from './home-api.ts'

/** What is broken, as against work that waits for somebody. */
const WRONG: ReadonlySet<Todo['kind']> = new Set(['abnormal', 'offline', 'fault', 'ledger'])
/** Shown of a part before one asks for the rest. */
const FIRST = 5

/** What is wrong and what has to be done; each line leads to its rows. */
export function TodoCard() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(homeQueries.todo)
  const wrong = data?.list.filter(one => WRONG.has(one.kind)) ?? []
  const waiting = data?.list.filter(one => !WRONG.has(one.kind)) ?? []
  return (
    <section className="w-card fh-card fh-todo" aria-labelledby="fh-todo">
      <header className="fh-head">
        <h2 id="fh-todo">{t('finance.home.attention')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} height={20} />}
      {data?.list.length === 0 && (
        <div className="fh-calm">
          <CheckCircleOutlined aria-hidden="true" />
          <b>{t('finance.home.allWell')}</b>
          <span>{t('finance.home.allWellText')}</span>
        </div>
      )}
      {wrong.length > 0 && <Part title={t('finance.home.wrong')} list={wrong} />}
      {data && wrong.length === 0 && waiting.length > 0 && (
        <p className="fh-fine">
          <CheckCircleOutlined aria-hidden="true" /> {t('finance.home.nothingWrong')}
        </p>
      )}
      {waiting.length > 0 && <Part title={t('finance.home.toDo')} list={waiting} />}
      {data && wrong.length > 0 && waiting.length === 0 && (
        <p className="fh-fine">
          <CheckCircleOutlined aria-hidden="true" /> {t('finance.home.nothingToDo')}
        </p>
      )}
    </section>
  )
}

function Part({ title, list }: { title: string; list: readonly Todo[] }) {
  const { t } = useWords()
  const [all, setAll] = useState(false)
  const shown = all || list.length === FIRST + 1 ? list : list.slice(0, FIRST)
  return (
    <>
      <h3 className="fh-part">{title}</h3>
      <ul className="fh-list">
        {shown.map(todo => (
          <li key={`${todo.kind}${todo.subject ?? ''}`}>
            <Item todo={todo} />
          </li>
        ))}
      </ul>
      {shown.length < list.length && (
        <button type="button" className="w-link-button fh-rest" onClick={() => setAll(true)}>
          {t('finance.home.more', { count: list.length - shown.length })}
        </button>
      )}
    </>
  )
}

function Item({ todo }: { todo: Todo }) {
  const { t, has } = useWords()
  const { kind, severity, subject, count, since, amount, examples, link } = todo
  const rule = ['charging.abnormalRule', 'charging.supervisorRule'].map(group => `${group}.${subject}`).find(has)
  const title =
    kind === 'abnormal' ? (rule ? t(rule) : subject) : t(`finance.home.todo.${kind}`, { day: subject ?? '' })
  const inside = (
    <>
      <span className="fh-mark" data-severity={severity}>
        <ExclamationCircleFilled aria-hidden="true" />
        <span className="w-sr">{t(`finance.home.severity.${severity}`)}</span>
      </span>
      <span className="fh-what">
        <b>{title}</b>
        <small>
          {amount !== undefined && (
            <span>
              {t('finance.home.atStake')} <Decimal kind="money" value={amount} />
            </span>
          )}
          {since !== null && (
            <span>
              {t('finance.home.oldest')} <Ago at={since} />
            </span>
          )}
          {examples.length > 0 && (
            <span className="w-clip">
              {examples.join(' · ')}
              {count > examples.length && ' …'}
            </span>
          )}
        </small>
      </span>
      <span className="fh-count">
        <Count value={count} />
      </span>
    </>
  )
  if (!isOpenable(link.path)) return <div className="fh-item">{inside}</div>
  return (
    <Link to={addressOf(link)} className="fh-item">
      {inside}
      <RightOutlined className="fh-go" aria-hidden="true" />
    </Link>
  )
}
