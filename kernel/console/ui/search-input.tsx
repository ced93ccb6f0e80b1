import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useWords } from '../words/use-words.ts'

const GLASS = <SearchOutlined />

interface SearchInputProps {
  /** Its name and, while it is empty, its text. */
  label: string
  value: string
  onChange: (value: string) => void
  /** What was typed is meant as it is; also told when it is cleared. */
  onEnter?: (value: string) => void
  className?: string
  width?: number
  /** Beside the small controls of a page's own filters. */
  small?: boolean
}

/** Draws a field that narrows as one types: no button beside it, which would do nothing. */
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
