"""Where sound comes from: media files now, microphone and computer sound later. No torch, no Qt."""
