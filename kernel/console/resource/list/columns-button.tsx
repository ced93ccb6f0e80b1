import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { fieldWord, useWords } from '../../words/use-words.ts'
import { MAX_WIDTH, MIN_WIDTH, moveColumn, NO_SETTINGS, orderColumns, withTick, withWidth } from './column-settings.ts'
import { useColumns, widthOf } from './rows/columns.ts'
import { usePage } from '../page-context.tsx'

/** Draws the choice of columns and their order: ticks, arrows and dragging. */
export function ColumnsButton() {
  const { t } = useWords()
  return (
    <Popover
      align="end"
      label={t('kit.columns')}
      button={props => (
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('kit.columns')}
          title={t('kit.columns')}
          {...props}
        >
          <SettingOutlined />
        </button>
      )}
    >
      {() => <ColumnList />}
    </Popover>
  )
}

/** Draws the columns with their ticks and widths; a column without room has no tick, and a tick makes room for it. */
export function ColumnList() {
  const page = usePage()
  const { resource, columns, settings, setSettings } = page
  const words = useWords()
  const dragged = useRef<string | null>(null)
  const order = orderColumns(columns, settings)
  const { left } = useColumns()
  const toggle = (key: string, isOn: boolean): void => setSettings(withTick(columns, settings, key, isOn))
  const move = (key: string, to: number): void => setSettings(moveColumn(columns, settings, key, to))
  return (
    <div className="w-ticks w-columns">
      {order.map((key, index) => {
        const name = fieldWord(words, resource, key)
        return (
          // Dragging is for the mouse; the arrow buttons do the same by keyboard.
          <div
            key={key}
            className="w-tick"
            draggable
            onDragStart={() => {
              dragged.current = key
            }}
            onDragOver={event => {
              event.preventDefault()
              if (dragged.current && dragged.current !== key) move(dragged.current, index)
            }}
            onDragEnd={() => {
              dragged.current = null
            }}
          >
            <label className="w-row w-grow">
              <input
                type="checkbox"
                checked={!settings.hidden.includes(key) && !left.includes(key)}
                onChange={event => toggle(key, event.target.checked)}
              />
              <span className="w-clip">{name}</span>
              {left.includes(key) && <small className="w-quiet">{words.t('kit.noRoom')}</small>}
            </label>
            <input
              type="number"
              className="w-input w-width-input"
              aria-label={words.t('kit.columnWidth', { name })}
              min={MIN_WIDTH}
              max={MAX_WIDTH}
              step={8}
              value={settings.widths[key] ?? widthOf(page, key, words)}
              onChange={event => setSettings(withWidth(settings, key, Number(event.target.value)))}
            />
            <button
              type="button"
              className="w-icon-button"
              disabled={index === 0}
              aria-label={words.t('kit.moveUp', { name })}
              onClick={() => move(key, index - 1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="w-icon-button"
              disabled={index === order.length - 1}
              aria-label={words.t('kit.moveDown', { name })}
              onClick={() => move(key, index + 1)}
            >
              <ArrowDownOutlined />
            </button>
          </div>
        )
      })}
      <div className="w-popover-foot w-popover-form">
        <Button size="small" onClick={() => setSettings(NO_SETTINGS)}>
          {words.t('kit.reset')}
        </Button>
      </div>
    </div>
  )
}
