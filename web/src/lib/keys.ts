const SWITCH = 'edison.letters'

/** Whether single letters do something; whoever speaks or shakes may switch them off (WCAG 2.1.4). */
export const areLettersOn = (): boolean => localStorage.getItem(SWITCH) !== 'off'
export const setLetters = (on: boolean): void => localStorage.setItem(SWITCH, on ? 'on' : 'off')

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=listbox]') !== null)
