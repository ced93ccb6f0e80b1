import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useWords } from '../words/use-words.ts'

const GLASS = <SearchOutlined />

interface SearchInputProps {
  /** Accessible name, and placeholder while the field is empty. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called with the text on Enter, and with an empty text when the field is cleared. */
  onEnter?: (value: string) => void
  className?: string
  width?: number
  /** Smaller, to match a page's own filters. */
  small?: boolean
}

/** Draws a field that filters while the person types, so it has no search button. */
export function SearchInput({ label, value, onChange, onEnter, className, width, small = false }: SearchInputProps) {
  const { t } = useWords()
  return (
    <Input
      type="search"
      size={small ? 'small' : 'middle'}
      className={className}
      style={{ width }}
      aria-label={label}
      placeholder={label}
      prefix={GLASS}
      maxLength={100}
      value={value}
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('kit.clear')} /> }}
      onChange={event => onChange(event.target.value)}
      onClear={() => onEnter?.('')}
      onPressEnter={event => onEnter?.(event.currentTarget.value)}
    />
  )
}
