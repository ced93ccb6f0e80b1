import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { PERIOD_KINDS } from '@wattyard/time'
import { useEditor } from './editor-context.tsx'
import type { Brush } from './use-edit.ts'

const BRUSHES: readonly Brush[] = ['select', ...PERIOD_KINDS, 'erase']

/** Draws the choice of brush, with undo and redo. */
export function BrushBar() {
  const { state, dispatch } = useEditor()
  const { t } = useWords()
  const { past, future } = state.history
  return (
    <div className="pr-brushes">
      <fieldset className="pr-brush-set">
        <legend className="w-sr">{t('pricing.editor.brush')}</legend>
        {BRUSHES.map(brush => (
          <label
            key={brush}
            className="pr-brush"
            data-period={brush === 'select' || brush === 'erase' ? undefined : brush}
            title={t(`pricing.editor.brushHint.${brush.length > 1 ? brush : 'paint'}`)}
          >
            <input
              type="radio"
              name="pr-brush"
              className="w-sr"
              checked={state.brush === brush}
              onChange={() => dispatch({ type: 'brush', brush })}
            />
            {brush.length > 1 ? t(`pricing.editor.${brush}`) : t(`pricing.period.${brush}`)}
            {brush.length === 1 && <kbd aria-hidden="true">{brush}</kbd>}
          </label>
        ))}
      </fieldset>
      <span className="w-row pr-undo">
        <button
          type="button"
          className="w-icon-button"
          disabled={past.length === 0}
          aria-label={t('pricing.editor.undo')}
          title={`${t('pricing.editor.undo')} (Ctrl+Z)`}
          aria-keyshortcuts="Control+Z"
          onClick={() => dispatch({ type: 'undo' })}
        >
          <UndoOutlined />
        </button>
        <button
          type="button"
          className="w-icon-button"
          disabled={future.length === 0}
          aria-label={t('pricing.editor.redo')}
          title={`${t('pricing.editor.redo')} (Ctrl+Shift+Z)`}
          aria-keyshortcuts="Control+Shift+Z"
          onClick={() => dispatch({ type: 'redo' })}
        >
          <RedoOutlined />
        </button>
      </span>
    </div>
  )
}
