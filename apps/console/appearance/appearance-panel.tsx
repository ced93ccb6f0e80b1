import { changeSettings, DEFAULT_THEME, type Scheme, SIZES, toast, useSettings, useWords } from '@wattyard/console-kit'

const SCHEMES: readonly Scheme[] = ['light', 'dark', 'system']
const SWATCHES = [DEFAULT_THEME, '#12B886', '#7C5CFC', '#F76707', '#E64980', '#495057'] as const

/**
 * Draws the choice of size, theme colour, and light or dark. The picked colour is stored unchanged; texts and buttons use a
 * readable shade of it.
 */
export function AppearancePanel() {
  const { t } = useWords()
  const { size, scheme, theme } = useSettings()
  const paint = (colour: string): void => {
    changeSettings({ theme: colour })
    toast.good(t('shell.themeSwitched'))
  }
  return (
    <div className="s-looks">
      <fieldset>
        <legend>{t('shell.size')}</legend>
        <div className="s-choices">
          {SIZES.map(one => (
            <label key={one} data-on={one === size ? '' : undefined}>
              <input
                type="radio"
                name="size"
                className="w-sr"
                checked={one === size}
                onChange={() => {
                  changeSettings({ size: one })
                  toast.good(t('shell.sizeSwitched'))
                }}
              />
              {t(`shell.sizeName.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('shell.scheme')}</legend>
        <div className="s-choices">
          {SCHEMES.map(one => (
            <label key={one} data-on={one === scheme ? '' : undefined}>
              <input
                type="radio"
                name="scheme"
                className="w-sr"
                checked={one === scheme}
                onChange={() => changeSettings({ scheme: one })}
              />
              {t(`shell.schemeName.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('shell.theme')}</legend>
        <div className="s-swatches">
          {SWATCHES.map(colour => (
            <button
              key={colour}
              type="button"
              style={{ background: colour }}
              aria-label={colour}
              aria-pressed={theme.toLowerCase() === colour.toLowerCase()}
              onClick={() => paint(colour)}
            />
          ))}
          <label className="s-own-colour" title={t('shell.theme')}>
            <span className="w-sr">{t('shell.theme')}</span>
            <input type="color" value={theme} onChange={event => changeSettings({ theme: event.target.value })} />
          </label>
        </div>
      </fieldset>
    </div>
  )
}
