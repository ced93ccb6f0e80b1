import { contrastOf, paletteOf, Popover, tagColours, useSettings, useWords } from '@wattyard/console-kit'
import { ENTRY_TONES } from '../../contract/dict-entry.ts'

/** Suggested colours, which colour-blind people can tell apart as well. */
const SUGGESTED = ['#c2410c', '#b45309', '#4d7c0f', '#0f766e', '#0369a1', '#4338ca', '#7e22ce', '#be185d'] as const

interface ColourPickerProps {
  value: string | null
  onChange: (value: string | null) => void
  label: string
  disabled: boolean
}

/**
 * Draws the choice of a colour: a tone, which follows the theme, or an own colour, which is drawn so that text stays readable.
 */
export function ColourPicker({ value, onChange, label, disabled }: ColourPickerProps) {
  const { t } = useWords()
  const tone = ENTRY_TONES.find(one => one === value)
  const said = value === null ? t('platform.dict.tones.none') : tone ? t(`platform.dict.tones.${tone}`) : value
  return (
    <Popover
      width={280}
      label={label}
      button={props => (
        <button
          type="button"
          className="platform-colour"
          disabled={disabled}
          aria-label={`${label}: ${said}`}
          title={said}
          {...props}
        >
          <Swatch value={value} />
        </button>
      )}
    >
      {({ close }) => (
        <Choices
          value={value}
          onChoose={next => {
            onChange(next)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function Swatch({ value }: { value: string | null }) {
  const isOwn = value?.startsWith('#')
  return (
    <span
      className="platform-swatch"
      data-tone={isOwn ? undefined : (value ?? 'none')}
      style={isOwn && value ? { background: value } : undefined}
      aria-hidden="true"
    />
  )
}

function Choices({ value, onChoose }: { value: string | null; onChoose: (value: string | null) => void }) {
  const { t } = useWords()
  const own = value?.startsWith('#') ? value : null
  return (
    <div className="platform-colours">
      <div className="platform-colour-tones">
        {([null, ...ENTRY_TONES] as const).map(tone => (
          <button
            key={tone ?? 'none'}
            type="button"
            className="w-menu-item"
            aria-pressed={tone === value}
            onClick={() => onChoose(tone)}
          >
            <Swatch value={tone} />
            {t(`platform.dict.tones.${tone ?? 'none'}`)}
          </button>
        ))}
      </div>
      <p className="w-quiet">{t('platform.dict.tones.own')}</p>
      <div className="w-row w-wrap">
        {SUGGESTED.map(colour => (
          <button
            key={colour}
            type="button"
            className="platform-colour"
            aria-label={colour}
            aria-pressed={colour === value}
            onClick={() => onChoose(colour)}
          >
            <Swatch value={colour} />
          </button>
        ))}
        <OwnColour value={own ?? SUGGESTED[0]} onChoose={onChoose} />
      </div>
      {own && <Contrast colour={own} />}
    </div>
  )
}

/** Draws the browser's colour input; the choice is applied when the input is left, not at every step. */
function OwnColour({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const { t } = useWords()
  return (
    <input
      type="color"
      className="platform-colour-own"
      aria-label={t('platform.dict.tones.own')}
      defaultValue={value}
      onBlur={event => {
        if (event.target.value !== value) onChoose(event.target.value)
      }}
    />
  )
}

/** Draws the contrast of a tag's text in this colour, in both themes. */
function Contrast({ colour }: { colour: string }) {
  const { t, language } = useWords()
  const brand = useSettings(settings => settings.theme)
  const ratio = (dark: boolean): string => {
    const { text, ground } = tagColours(colour, paletteOf(brand, dark), dark)
    return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(contrastOf(text, ground))
  }
  return <p className="w-quiet">{t('platform.dict.contrast', { light: ratio(false), dark: ratio(true) })}</p>
}
