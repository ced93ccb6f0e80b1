import { useIsPhone, useWords } from '@wattyard/console-kit'
import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useState } from 'react'
import './log.css'

/**
 * Filters above the lines of a log. On a phone they would fill the screen before the first line: there they are folded away
 * behind a button that says how many are in use.
 */
export function LogFilterArea({ inUse, children }: { inUse: number; children: ReactNode }) {
  const { t } = useWords()
  const isPhone = useIsPhone()
  const id = useId()
  const [open, setOpen] = useState(false)
  const isShown = !isPhone || open
  return (
    <>
      {isPhone && (
        <button
          type="button"
          className="platform-log-fold"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {inUse > 0 ? t('platform.audit.filtersInUse', { count: inUse }) : t('platform.audit.filters')}
          <DownOutlined aria-hidden />
        </button>
      )}
      <div id={id} className="w-row platform-log-filters" hidden={!isShown}>
        {children}
      </div>
    </>
  )
}

/** How many of the filters narrow the list. */
export const filtersInUse = (filters: Readonly<Record<string, string>>): number =>
  Object.values(filters).filter(value => value !== '').length
