import { useIsPhone, useWords } from '@wattyard/console-kit'
import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useState } from 'react'
import './log.css'

/**
 * Draws the filters above the lines of a log. On a phone they would fill the screen, so they are folded behind a button with the
 * number of active filters.
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

/** Returns the number of active filters. */
export const filtersInUse = (filters: Readonly<Record<string, string>>): number =>
  Object.values(filters).filter(value => value !== '').length
