import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { common } from "../messages.ts";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
  /** For what must not be lost by a stray click, such as a key that is shown once. */
  stays?: boolean;
  alert?: boolean;
  /** For a table. */
  wide?: boolean;
}

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  stays = false,
  alert = false,
  wide = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!stays && !alert}
      isKeyboardDismissDisabled={stays}
      className="fixed inset-0 z-40 grid items-end sm:items-center justify-items-center overflow-y-auto bg-black/55 sm:p-4"
    >
      <Modal
        className={`appear w-full ${wide ? "sm:max-w-2xl" : "sm:max-w-lg"} rounded-t-2xl sm:rounded-2xl bg-card text-ink shadow-card`}
      >
        <AriaDialog role={alert ? "alertdialog" : "dialog"} className="grid gap-4 p-6 outline-none">
          <div className="flex items-start justify-between gap-4">
            <Heading slot="title" className="text-2xl font-bold leading-tight">
              {title}
            </Heading>
            {!stays && (
              <IconButton label={common.close} onPress={onClose} className="-me-2 -mt-2">
                <Icon name="close" />
              </IconButton>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap justify-end gap-3">{children}</div>;
}

interface ConfirmProps {
  title: string;
  text: string;
  /** What is done when they say yes. */
  action: string;
  isOpen: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** For what cannot be undone. */
export function ConfirmDialog({ title, text, action, isOpen, onClose, onConfirm }: ConfirmProps) {
  return (
    <Dialog alert title={title} isOpen={isOpen} onClose={onClose}>
      <p>{text}</p>
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="danger" onPress={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
