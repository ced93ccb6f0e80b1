import { ICONS } from '@wattyard/pages'
import { useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import { Icon } from './icon.tsx'
import { Popover } from '../popover.tsx'
import './icon-picker.css'

interface IconPickerProps {
  /** Name of the chosen icon; null for none. */
  value: string | null
  onChange: (value: string | null) => void
  /** Purpose of the icon, announced with its button. */
  label: string
  disabled?: boolean
}

/** Draws a picker of all icons, searched by name. */
export function IconPicker({ value, onChange, label, disabled = false }: IconPickerProps) {
  const { t } = useWords()
  return (
    <Popover
      width={300}
      label={t('kit.icon.choose')}
      button={props => (
        <button
          type="button"
          className="w-icon-choice"
          data-button=""
          disabled={disabled}
          aria-label={`${label}: ${value ?? t('kit.icon.none')}`}
          title={value ?? t('kit.icon.none')}
          {...props}
        >
          {value ? <Icon name={value} /> : <span className="w-quiet">–</span>}
        </button>
      )}
    >
      {({ close }) => (
        <Gallery
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

function Gallery({ value, onChoose }: { value: string | null; onChoose: (value: string | null) => void }) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const wanted = sought.trim().toLowerCase()
  const found = ICONS.filter(icon => icon.includes(wanted))
  return (
    <div className="w-gallery">
      <input
        className="w-input"
        type="search"
        data-autofocus=""
        maxLength={40}
        aria-label={t('kit.icon.search')}
        placeholder={t('kit.icon.search')}
        value={sought}
        onChange={event => setSought(event.target.value)}
      />
      <div className="w-gallery-icons">
        {found.map(icon => (
          <button
            key={icon}
            type="button"
            className="w-icon-choice"
            aria-pressed={icon === value}
            aria-label={icon}
            title={icon}
            onClick={() => onChoose(icon)}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="w-quiet">{t('kit.noMatch')}</p>}
      {value !== null && (
        <button type="button" className="w-link-button" onClick={() => onChoose(null)}>
          {t('kit.icon.none')}
        </button>
      )}
    </div>
  )
}
