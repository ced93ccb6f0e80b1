import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { showNumber } from '@wattyard/resource'
import { useWords } from '../../words/use-words.ts'
import { PAGE_SIZES } from './list-state.ts'
import { usePage } from '../page-context.tsx'

/** Draws the shown range of the list and the page controls. A capped total is shown as "more than". */
export function Pager() {
  const { state, change, answer } = usePage()
  const { t, language } = useWords()
  const total = answer?.total ?? 0
  const last = Math.max(1, Math.ceil(total / state.pageSize))
  const from = total === 0 ? 0 : (state.page - 1) * state.pageSize + 1
  const to = answer?.capped ? from + (answer.list.length ?? 0) - 1 : Math.min(total, state.page * state.pageSize)
  const isLast = answer?.capped ? (answer.list.length ?? 0) < state.pageSize : state.page >= last
  const go = (page: number): void => change({ page })
  return (
    // Hidden until the rows are there, because they decide where it stands.
    <nav className="w-pager" style={answer ? undefined : { visibility: 'hidden' }} aria-label={t('kit.pages')}>
      <span className="w-num w-quiet" aria-live="polite">
        {total === 0 && answer
          ? t('kit.records', { count: 0 })
          : t(answer?.capped ? 'kit.rangeCapped' : 'kit.range', {
              from: showNumber(from, language),
              to: showNumber(to, language),
              total: showNumber(total, language),
            })}
      </span>
      <span className="w-row">
        <label className="w-row">
          <span className="w-sr">{t('kit.pageSize')}</span>
          <select
            className="w-select"
            value={state.pageSize}
            onChange={event => change({ pageSize: Number(event.target.value) })}
          >
            {PAGE_SIZES.map(size => (
              <option key={size} value={size}>
                {t('kit.perPage', { count: size })}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('kit.previousPage')}
          disabled={state.page <= 1}
          onClick={() => go(state.page - 1)}
        >
          <LeftOutlined />
        </button>
        <PageInput key={state.page} page={state.page} last={answer?.capped ? undefined : last} go={go} />
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('kit.nextPage')}
          disabled={isLast}
          onClick={() => go(state.page + 1)}
        >
          <RightOutlined />
        </button>
      </span>
    </nav>
  )
}

function PageInput({ page, last, go }: { page: number; last: number | undefined; go: (page: number) => void }) {
  const { t } = useWords()
  const submit = (text: string): void => {
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) go(Math.min(wanted, last ?? wanted))
  }
  return (
    <span className="w-row w-num">
      <input
        className="w-page-input"
        aria-label={t('kit.page')}
        inputMode="numeric"
        defaultValue={page}
        maxLength={6}
        onBlur={event => submit(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && submit(event.currentTarget.value)}
      />
      {last !== undefined && <span className="w-quiet">/ {last}</span>}
    </span>
  )
}
